import { ignoresCase, type SwarmManifest } from '../../../engine/crtx/index.ts';
import type { Runtime } from '../../../engine/platform/runtime.ts';
import { listOverlaps, type OverlapsOutput } from '../../../engine/swarm/index.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';

/** A task that may change the same file as another one. */
export interface TaskOverlap {
  readonly other: string;
  /** From 0 to 1. */
  readonly weight: number;
  readonly why: string;
}

/** Overlaps of each task, by task id, highest weight first. */
export type OverlapMarks = ReadonlyMap<string, readonly TaskOverlap[]>;

export const NO_MARKS: OverlapMarks = new Map();

/** Minimum weight. Weaker overlaps, where neither task names the file, would mark half of a swarm; `swarm status` lists them. */
const LEAST = 0.3;

/** Converts the overlaps of a swarm to marks. */
export function toMarks({ pairs }: OverlapsOutput): OverlapMarks {
  const marks = new Map<string, TaskOverlap[]>();
  const mark = (task: string, overlap: TaskOverlap): void => {
    const others = marks.get(task);
    if (others === undefined) marks.set(task, [overlap]);
    else others.push(overlap);
  };
  for (const { tasks, weight, why } of pairs) {
    if (weight < LEAST) continue;
    const [one, other] = tasks;
    mark(one, { other, weight, why });
    mark(other, { other: one, weight, why });
  }
  return marks;
}

/** Limits, because the comparison is quadratic and runs in the extension host. `swarm status` compares all tasks. */
const LIMITS = { tasks: 200, shown: 1_000 };

/** Finds tasks that may change the same files (docs/decisions/0020-graph-digest.md). @param root a real path */
export function findOverlaps(runtime: Runtime, root: string, { manifest, locks }: SwarmView): OverlapMarks {
  if (manifest === null) return NO_MARKS;
  const withLocks: SwarmManifest = { ...manifest, locks: [...locks] };
  return toMarks(listOverlaps({ runtime, root, foldCase: ignoresCase(runtime.fs, root) }, withLocks, LIMITS));
}
