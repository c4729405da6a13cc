import path from 'node:path';
import { CORTEX_FOLDER } from '../crtx/index.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { Need } from '../platform/need.ts';
import { problemNeeds } from '../platform/problem-needs.ts';
import type { Runtime } from '../platform/runtime.ts';
import { heldFileNeeds, swarmNeeds } from '../swarm/index.ts';
import type { SwarmView } from './swarm-source.ts';

/** Known state of a project. */
export interface KnownProject {
  /** Real path of its folder; `null` without a project. */
  readonly root: string | null;
  /** `null` when nothing could be read. */
  readonly view: SwarmView | null;
  readonly problems: readonly FileProblem[];
}

/** Like `listProjectNeeds`, with the changes to held files on this machine. @param now milliseconds since 1970 UTC */
export function listNeedsOnMachine(runtime: Runtime, known: KnownProject, now: number): Need[] {
  const changes = known.root === null ? [] : heldFileNeeds(runtime, known.root);
  return [...listProjectNeeds(known, now), ...changes];
}

/** Returns the items of a project that wait for a person, without those of its timeline. @param now milliseconds since 1970 UTC */
export function listProjectNeeds({ root, view, problems }: KnownProject, now: number): Need[] {
  const broken = problemNeeds(problems);
  if (root === null || view === null) return broken;
  return [...swarmNeeds(view, { file: path.join(root, CORTEX_FOLDER, 'swarm.crtx'), now }), ...broken];
}
