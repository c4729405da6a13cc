import type { OverlapsOutput } from '../../../engine/swarm/index.ts';

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
