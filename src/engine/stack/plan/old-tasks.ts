import { parseTime } from '../../platform/clock.ts';
import { inConflict, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { hiddenTasks } from './hidden-tasks.ts';
import type { PlanTask } from './plan.ts';
import { type TaskBlock, taskBlocks } from './task-blocks.ts';

/** What counts as old; milliseconds since 1970 UTC. */
export interface Age {
  /** What was completed later stays. */
  readonly cutoff: number;
  /** When PLAN.md was last written: a task that says no time was completed by then. */
  readonly written: number;
}

const DONE: ReadonlySet<string> = new Set(['completed', 'closed']);

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** When a time is over: of a day nobody knows the hour. */
const endOf = (time: string): number => parseTime(time) + (DAY.test(time) ? DAY_MS : 0);

/** When a task was completed at the latest. */
function completedBy({ notes }: PlanTask, written: number): number {
  const times = ['completed', 'closed', 'modified'].map((key) => endOf((notes.get(key) ?? '').trim()));
  return times.find((time) => !Number.isNaN(time)) ?? written;
}

/** Which blocks a block keeps in their place when it stays there itself: those that it names, and those that name it as what they belong to. */
function keptBy(blocks: readonly TaskBlock[]): (block: TaskBlock) => TaskBlock[] {
  const byId = new Map<string, TaskBlock>();
  const parts = new Map<string, TaskBlock[]>();
  for (const block of blocks) {
    for (const { id, partOf } of block.tasks) {
      // Ids mean the first that has them.
      if (id !== null && !byId.has(id)) byId.set(id, block);
      if (partOf === null) continue;
      const others = parts.get(partOf);
      if (others === undefined) parts.set(partOf, [block]);
      else others.push(block);
    }
  }
  return (block) => {
    const named = new Set(block.tasks.flatMap(({ depends, partOf }) => (partOf === null ? depends : [...depends, partOf])));
    const own = new Set(block.tasks.flatMap(({ id }) => (id !== null && byId.get(id) === block ? [id] : [])));
    return [...[...named].flatMap((id) => byId.get(id) ?? []), ...[...own].flatMap((id) => parts.get(id) ?? [])];
  };
}

/**
 * The tasks of a PLAN.md that can go, each with all its parts: done for long, all of them, and named by nothing that stays. Else a task
 * that depends on one of them would wait for ever.
 */
export function oldTasks(text: string, { cutoff, written }: Age): TaskBlock[] {
  const blocks = taskBlocks(text);
  const isOld = (task: PlanTask) => DONE.has(task.status) && completedBy(task, written) <= cutoff;
  const conflicts = mergeConflicts(text);
  // What a task in a conflict names is needed as soon as the conflict is settled.
  const named = new Set(hiddenTasks(text).flatMap(({ depends, partOf }) => [...depends, partOf]));
  const isNeeded = ({ id }: PlanTask) => id !== null && named.has(id);
  const staying = new Set(
    blocks.filter((block) => !block.tasks.every(isOld) || block.tasks.some(isNeeded) || inConflict(conflicts, block)),
  );
  const kept = keptBy(blocks);
  // The set grows while it is walked.
  for (const block of staying) for (const other of kept(block)) staying.add(other);
  return blocks.filter((block) => !staying.has(block));
}
