/** What of the project that is shown waits for a person: loaded when there is one. */
import path from 'node:path';
import { CORTEX_FOLDER } from '../../engine/crtx/index.ts';
import type { Need } from '../../engine/platform/need.ts';
import { problemNeeds } from '../../engine/platform/problem-needs.ts';
import { swarmNeeds } from '../../engine/swarm/index.ts';
import { type Picture, problemsOf } from '../model/swarm/picture.ts';

export { readTimelineNeeds } from '../../engine/needs/timeline-needs.ts';

/** @param now milliseconds since 1970 UTC */
export function projectNeeds(picture: Picture, now: number): Need[] {
  const broken = problemNeeds(problemsOf(picture));
  if (picture.kind !== 'project' || picture.view === null) return broken;
  return [...swarmNeeds(picture.view, { file: path.join(picture.root, CORTEX_FOLDER, 'swarm.crtx'), now }), ...broken];
}
