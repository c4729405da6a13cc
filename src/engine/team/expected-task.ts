import { CortexError } from '../platform/errors.ts';
import type { QueueTask } from './queue/queue.ts';
import type { TaskName } from './queue/queue-edit.ts';

/** State of a task when the caller saw it. An edit must not affect a task that has changed since. */
export type ExpectedTask = Partial<Pick<QueueTask, 'state' | 'agent' | 'scope'>>;

/** Identifies a task, and how the caller saw it. */
export interface ExpectedName extends TaskName {
  readonly seen?: ExpectedTask;
}

const NEXT = 'Check the task again; nothing was changed.';

const describeState = (task: ExpectedTask): string => [task.state, task.agent].filter((each) => typeof each === 'string').join(', ');

/** Checks that a task has not changed since the caller saw it. @throws CortexError `denied` if it has */
export function requireUnchanged(task: QueueTask, seen: ExpectedTask = {}): void {
  const { line } = task;
  if ((seen.state ?? task.state) !== task.state || (seen.agent !== undefined && seen.agent !== task.agent)) {
    const data = { line, value: describeState(task), allowed: describeState(seen), next: NEXT };
    throw new CortexError('denied', 'this task has changed since you looked', data);
  }
  if (seen.scope !== undefined && seen.scope !== task.scope)
    throw new CortexError('denied', 'the scope of this task has changed since you looked', { line, next: NEXT });
}
