/** What of the project that is shown waits for a person: loaded when there is one. */
import path from 'node:path';
import { CORTEX_FOLDER, swarmNeeds } from '../../engine/crtx/index.ts';
import type { Need } from '../../engine/kernel/need.ts';
import { problemNeeds } from '../../engine/problem-needs.ts';
import { type Picture, problemsOf } from '../model/picture.ts';

export { readTimelineNeeds } from '../../engine/timeline-needs.ts';

/** @param now milliseconds since 1970 UTC */
export function projectNeeds(picture: Picture, now: number): Need[] {
  const broken = problemNeeds(problemsOf(picture));
  if (picture.kind !== 'project' || picture.view === null) return broken;
  return [...swarmNeeds(picture.view, { file: path.join(picture.root, CORTEX_FOLDER, 'swarm.crtx'), now }), ...broken];
}
