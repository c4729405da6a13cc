import { CortexError } from '../platform/errors.ts';
import type { QueueTask } from './queue/queue.ts';
import type { TaskName } from './queue/queue-edit.ts';

/** What a task said when somebody looked at it: who changes it as it was seen means no other one. */
export type SeenTask = Partial<Pick<QueueTask, 'state' | 'agent' | 'scope'>>;

/** Which task is meant, and how it was seen. */
export interface SeenName extends TaskName {
  readonly seen?: SeenTask;
}

const NEXT = 'Look at it again: nothing was changed.';

const standing = (task: SeenTask): string => [task.state, task.agent].filter((each) => typeof each === 'string').join(', ');

/** Sees to it that a task is as somebody has seen it. @throws CortexError `denied` where others have gone on with it since */
export function requireUnchanged(task: QueueTask, seen: SeenTask = {}): void {
  const { line } = task;
  if ((seen.state ?? task.state) !== task.state || (seen.agent !== undefined && seen.agent !== task.agent)) {
    const data = { line, value: standing(task), allowed: standing(seen), next: NEXT };
    throw new CortexError('denied', 'somebody has moved this task since you looked', data);
  }
  if (seen.scope !== undefined && seen.scope !== task.scope)
    throw new CortexError('denied', 'somebody has changed the scope of this task since you looked', { line, next: NEXT });
}
