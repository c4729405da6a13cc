import { entriesOf, ownProperty, textOf } from '../../../text/foreign-data.ts';
import { type ImportedPlan, type ImportedTask, notInFormat, priorityOfWord, stateOfWord } from './imported-task.ts';

const NEXT = 'Name the file tasks.json of Taskmaster.';

/** Returns an id as Taskmaster shows it: a number or a text. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const idsIn = (value: unknown): string[] => listOf(value).flatMap((each) => idOf(each) ?? []);

/** Reads a task and its subtasks. The id of a subtask counts within its task: `1.2`. */
function readTask(value: unknown, parent: string | null, file: string): ImportedTask[] {
  const own = idOf(ownProperty(value, 'id'));
  const text = (key: string) => textOf(ownProperty(value, key)) ?? '';
  if (own === undefined || text('title') === '') {
    throw notInFormat(file, `a task${parent === null ? '' : ` below "${parent}"`} has no id or no title`, NEXT);
  }
  const id = parent === null ? own : `${parent}.${own}`;
  const tested = text('testStrategy');
  const task: ImportedTask = {
    id,
    title: text('title'),
    parent,
    file,
    line: null,
    details: [text('description'), text('details'), tested === '' ? '' : `Test strategy: ${tested}`].filter(Boolean).join('\n\n'),
    state: stateOfWord(text('status')),
    dependencies: idsIn(ownProperty(value, 'dependencies')),
    priority: priorityOfWord(text('priority')),
  };
  return [task, ...listOf(ownProperty(value, 'subtasks')).flatMap((part) => readTask(part, id, file))];
}

/** A subtask names others below the same task by their own number. */
function withFullIds(tasks: readonly ImportedTask[]): ImportedTask[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.map((task) => {
    const full = (id: string) => (task.parent !== null && ids.has(`${task.parent}.${id}`) ? `${task.parent}.${id}` : id);
    return { ...task, dependencies: task.dependencies.map(full) };
  });
}

/** Returns the list of a tag, and the name of the tag; without a tag `master`, the only tag, or the list of a file without tags. */
function listOfTag(value: unknown, file: string, tag: string | undefined): { readonly tasks: unknown; readonly name: string } {
  const untagged = ownProperty(value, 'tasks');
  if (Array.isArray(untagged) && tag === undefined) return { tasks: untagged, name: '' };
  const names = entriesOf(value).flatMap(([name, list]) => (Array.isArray(ownProperty(list, 'tasks')) ? name : []));
  if (names.length === 0) throw notInFormat(file, 'has no list "tasks"', NEXT);
  const name = tag ?? (names.length === 1 ? names[0] : 'master') ?? '';
  if (!names.includes(name))
    throw notInFormat(
      file,
      `${tag === undefined ? 'has' : `has no tag "${tag}", but`} the tags ${names.join(', ')}`,
      `Choose one of them: --tag ${names[0]}`,
    );
  return { tasks: ownProperty(ownProperty(value, name), 'tasks'), name };
}

/**
 * Reads `tasks.json` of Taskmaster: one list, or one for each tag.
 * @throws CortexError `broken-file`
 */
export function readTaskmaster(value: unknown, file: string, tag: string | undefined): ImportedPlan {
  const { tasks, name } = listOfTag(value, file, tag);
  const read = listOf(tasks).flatMap((task) => readTask(task, null, file));
  return { goal: name === '' ? 'Tasks of Taskmaster' : `Tasks of Taskmaster, tag ${name}`, tasks: withFullIds(read), notes: [] };
}
