import type { OverlapsOutput } from '../../../engine/swarm/index.ts';

/** Another task that may change the same file. */
export interface TaskOverlap {
  readonly other: string;
  /** From 0 to 1. */
  readonly weight: number;
  readonly why: string;
}

/** By the id of a task what it may be in the way of, the heaviest first. */
export type OverlapMarks = ReadonlyMap<string, readonly TaskOverlap[]>;

export const NO_MARKS: OverlapMarks = new Map();

/** Weaker ones are two tasks of which neither names the file: a status tells them, and rows would say it of half of a swarm. */
const LEAST = 0.3;

/** What is marked of the overlaps of a swarm. */
export function marksOf({ pairs }: OverlapsOutput): OverlapMarks {
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
