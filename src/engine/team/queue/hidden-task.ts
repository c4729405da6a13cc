import { CortexError } from '../../platform/errors.ts';
import { blankMarks, mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import { parseQueue, type QueueShape, type QueueTask } from './queue.ts';
import { requireTask, type TaskName } from './queue-edit.ts';

/** Returns all tasks of a queue, including those on any side of a merge conflict, because their headings are taken too. */
export function listAllTasks(text: string, shape: QueueShape): readonly QueueTask[] {
  return parseQueue(blankMarks(text), shape);
}

/**
 * Returns a task by its name, as `requireTask`.
 * @throws CortexError as `requireTask`; `denied` with the line if the task is in a merge conflict
 */
export function requireNamedTask(text: string, shape: QueueShape, name: TaskName): QueueTask {
  const tasks = parseQueue(text, shape);
  const conflicts = mergeConflicts(text);
  const lower = name.id.toLowerCase();
  const isNamed = ({ id, title }: QueueTask): boolean => id === name.id || title.toLowerCase() === lower;
  if (conflicts.length === 0 || tasks.some(isNamed)) return requireTask(tasks, name);
  const hidden = listAllTasks(text, shape).find((task) => isNamed(task) && touchesConflict(conflicts, task.range));
  const conflict = hidden && conflicts.find((each) => touchesConflict([each], hidden.range));
  if (conflict === undefined) return requireTask(tasks, name);
  const next = 'Resolve it first: "cortex team doctor" shows how.';
  throw new CortexError('denied', 'the task is in an unresolved merge conflict', { value: name.id, line: conflict.line, next });
}
