import { isEnded, type TaskStatus } from './task.ts';

/** How many tasks have each status. */
export type StatusCounts = Record<TaskStatus, number>;

/** Before any is counted. */
export const none = (): StatusCounts => ({ pending: 0, active: 0, done: 0, failed: 0, skipped: 0 });

/** True when what depends on a task with this status will not come about. */
export function isLost(status: TaskStatus): boolean {
  return isEnded(status) && status !== 'done';
}

/**
 * The status of a parent follows from its children: active when one is, and when all have ended: failed when one failed, skipped
 * when all were skipped, else done.
 * @param isAborted of the root of a swarm that was aborted: it is done only when all are
 */
export function parentStatus({ pending, active, done, failed, skipped }: StatusCounts, isAborted: boolean): TaskStatus {
  if (active > 0) return 'active';
  if (pending > 0) return 'pending';
  if (failed > 0) return 'failed';
  return done > 0 && !(isAborted && skipped > 0) ? 'done' : 'skipped';
}
