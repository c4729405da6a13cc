import { isEnded, type TaskStatus } from './task.ts';

/** How many tasks have each status. */
export type StatusCounts = Record<TaskStatus, number>;

/** Returns counts of zero. */
export const zeroCounts = (): StatusCounts => ({ pending: 0, active: 0, done: 0, failed: 0, skipped: 0 });

/** Returns true for a task that ended without being done: its dependents will not be done either. */
export function isEndedUndone(status: TaskStatus): boolean {
  return isEnded(status) && status !== 'done';
}

/**
 * Returns the status of a parent, which follows from its children: active when one is active; when all have ended, failed when one
 * failed, skipped when all were skipped, else done.
 * @param isAborted for the root of an aborted swarm: it is done only when no child was skipped
 */
export function parentStatus({ pending, active, done, failed, skipped }: StatusCounts, isAborted: boolean): TaskStatus {
  if (active > 0) return 'active';
  if (pending > 0) return 'pending';
  if (failed > 0) return 'failed';
  return done > 0 && !(isAborted && skipped > 0) ? 'done' : 'skipped';
}
