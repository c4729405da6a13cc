import { parseTime } from '../../platform/clock.ts';
import { mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import { findHiddenTasks } from './hidden-tasks.ts';
import type { PlanTask } from './plan.ts';
import { type TaskBlock, taskBlocks } from './task-blocks.ts';
import { TaskNames } from './task-names.ts';

/** Which tasks count as old; milliseconds since 1970 UTC. */
export interface ArchiveAge {
  /** Tasks completed later stay. */
  readonly cutoff: number;
  /** When PLAN.md was last written. A task without a time was completed by then. */
  readonly written: number;
}

const DONE: ReadonlySet<string> = new Set(['completed', 'closed']);

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Returns the end of a time. A date has no hour, so it counts until its end. */
const endOf = (time: string): number => parseTime(time) + (DAY.test(time) ? DAY_MS : 0);

/** Returns the latest possible time of completion. */
function completedBy({ notes }: PlanTask, written: number): number {
  const times = ['completed', 'closed', 'modified'].map((key) => endOf((notes.get(key) ?? '').trim()));
  return times.find((time) => !Number.isNaN(time)) ?? written;
}

/** Returns a function for the blocks that must stay if a block stays: those that it references, and those that name it as their parent. */
function requiredBlocks(blocks: readonly TaskBlock[]): (block: TaskBlock) => TaskBlock[] {
  const byId = new Map<string, TaskBlock>();
  const names = new TaskNames(blocks.flatMap((block) => block.tasks));
  const blockOf = new Map(blocks.flatMap((block) => block.tasks.map((task) => [task, block] as const)));
  const blockNamed = (name: string): TaskBlock | undefined => {
    const task = names.find(name);
    return task && blockOf.get(task);
  };
  const parts = new Map<string, TaskBlock[]>();
  for (const block of blocks) {
    for (const { id, partOf } of block.tasks) {
      // An id means the first task that has it.
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
    return [...[...named].flatMap((name) => blockNamed(name) ?? []), ...[...own].flatMap((id) => parts.get(id) ?? [])];
  };
}

/**
 * Returns the blocks of a PLAN.md that can be archived: all their tasks are completed and old, and nothing that stays references them.
 * Otherwise a task that depends on one of them would wait forever.
 */
export function findOldTasks(text: string, { cutoff, written }: ArchiveAge): TaskBlock[] {
  const blocks = taskBlocks(text);
  const isOld = (task: PlanTask) => DONE.has(task.status) && completedBy(task, written) <= cutoff;
  const conflicts = mergeConflicts(text);
  // A task that a conflict references is needed as soon as the conflict is settled.
  const named = new Set(findHiddenTasks(text).flatMap(({ depends, partOf }) => [...depends, partOf]));
  const isNeeded = ({ id }: PlanTask) => id !== null && named.has(id);
  const staying = new Set(
    blocks.filter((block) => !block.tasks.every(isOld) || block.tasks.some(isNeeded) || touchesConflict(conflicts, block)),
  );
  const kept = requiredBlocks(blocks);
  // The set grows during the iteration.
  for (const block of staying) for (const other of kept(block)) staying.add(other);
  return blocks.filter((block) => !staying.has(block));
}
