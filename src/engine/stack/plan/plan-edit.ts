import { CortexError } from '../../platform/errors.ts';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { columns, detectLineBreak } from '../../text/markdown/markdown.ts';
import { parseHeading, proseLines } from '../../text/markdown/prose-lines.ts';
import { requireOneLine } from '../../text/one-line.ts';
import { requireNoConflict } from '../conflicts.ts';
import { isPlaceholder } from '../files/current.ts';
import { type PlanTask, parsePlanText, type TaskStatus } from './plan.ts';
import { tasksWithTitle } from './task-names.ts';
import { parseTaskText, splitTask } from './task-text.ts';

/** A task to add. */
export interface NewTask {
  readonly title: string;
  readonly id?: string;
  readonly depends?: readonly string[];
  readonly priority?: number;
  /** Name of the parent task, as in `findTask`. */
  readonly parent?: string;
}

/** Target of a move: before or after a task, or at the end of its subtasks. */
export interface TaskTarget {
  readonly where: 'before' | 'after' | 'into';
  readonly task: NamedTask;
}

/** A task of the text, or its name as in `findTask`. */
export type NamedTask = string | PlanTask;

const BOXES = { pending: ' ', 'in progress': '>', completed: 'x', blocked: '!', closed: '~' } as const satisfies Partial<
  Record<TaskStatus, string>
>;

export type SettableStatus = keyof typeof BOXES;

const SECTION = 'tasks';
/** Heading to write when the section is missing. */
const SECTION_HEADING = '## Tasks';
const INDENT = '  ';

/**
 * Finds a task by its id, its number, or its title if unique (case is ignored, labels may be left out).
 * @throws CortexError `not-found`; when several match, with their lines
 */
export function findTask(tasks: readonly PlanTask[], named: string): PlanTask {
  const byId = tasks.filter(({ id }) => id === named);
  const byNumber = tasks.filter(({ number }) => String(number) === named);
  const byTitle = tasksWithTitle(tasks, named);
  const [found, another] = [byId, byNumber, byTitle].find((list) => list.length > 0) ?? [];
  if (found === undefined) {
    throw new CortexError('not-found', 'no task of the plan has this name', {
      value: named,
      next: 'List their numbers and ids: cstack plan list',
    });
  }
  if (another === undefined) return found;
  throw new CortexError('not-found', 'several tasks of the plan match', {
    value: named,
    allowed: [...new Set([...byId, ...byTitle])].map(({ number, line }) => `number ${number} (line ${line})`).join(', '),
    next: 'Use the number of the task.',
  });
}

function replaceAt(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

function taskOf(tasks: readonly PlanTask[], named: NamedTask): PlanTask {
  return typeof named === 'string' ? findTask(tasks, named) : named;
}

/** Sets the box of a task, and nothing else. */
export function setStatus(text: string, named: NamedTask, status: SettableStatus): string {
  const task = taskOf(parsePlanText(text), named);
  return task.status === status ? text : replaceAt(text, task.boxAt, task.boxAt + task.box.length, BOXES[status]);
}

/** Sets the note ` | key: value` of a task, replacing all with that key; `null` removes them. */
export function setNote(text: string, named: NamedTask, key: string, value: string | null): string {
  const { range } = taskOf(parsePlanText(text), named);
  const { head, notes, tail } = splitTask(text.slice(range.from, range.to));
  const note = value === null ? '' : ` | ${key}: ${plainValue(value)}`;
  const first = notes.find((each) => each.key === key);
  const raws = notes.map((each) => (each === first ? note : each.key === key ? '' : each.raw));
  const added = first === undefined ? note : '';
  return replaceAt(text, range.from, range.to, [head, ...raws, added, tail].join(''));
}

const REFERENCE = /^ ?(?:id|depends|parent) ?:/i;

/**
 * Returns a value that is safe in a note: one line, without ` | `, which begins the next note, and without `(id: …)` at the end, which
 * would be the task's id.
 */
function plainValue(value: string): string {
  const line = value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(^| )\|(?= |$)/g, '$1/');
  const plain = requireOneLine('note of a task', line);
  const open = plain.endsWith(')') ? plain.lastIndexOf('(') : -1;
  return open >= 0 && REFERENCE.test(plain.slice(open + 1)) ? `${plain.slice(0, open)}[${plain.slice(open + 1, -1)}]` : plain;
}

function requireTitle(title: string): string {
  const plain = requireOneLine('title of a task', title);
  const { title: words } = parseTaskText(plain);
  if (words !== '' && !isPlaceholder(words)) return plain;
  const next = `Use a title of one line${words === '' ? '' : ', without brackets or underscores around it'}.`;
  throw new CortexError('invalid-input', 'a task needs a title', { value: title, next });
}

/** Returns the text after the box of a new task. @throws CortexError for ids that would not be parsed as given */
function wordsOf({ title, id, depends = [], priority }: NewTask): string {
  const fields = [...(id === undefined ? [] : [`id: ${id}`]), ...(depends.length === 0 ? [] : [`depends: ${depends.join(', ')}`])];
  const reference = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
  const words = `${priority === undefined ? '' : `P${priority}: `}${requireTitle(title)}${reference}`;
  const read = parseTaskText(words);
  const [wanted, found] = [
    [id ?? read.id, ...depends],
    [read.id, ...(depends.length === 0 ? [] : read.depends)],
  ];
  if (wanted.length === found.length && wanted.every((each, n) => each === found[n])) return requireOneLine('line of a task', words);
  const next = 'Use ids such as "login" or "db-2".';
  const allowed = 'words without commas, brackets and colons';
  throw new CortexError('invalid-input', 'invalid task id', { value: [id ?? [], depends].flat().join(', '), allowed, next });
}

/** Inserts lines at the start of a line. */
function insertLines(text: string, at: number, lines: string, eol: string): string {
  const above = text.slice(0, at).replace(/^\ufeff/, '');
  const before = above === '' || above.endsWith('\n') ? '' : eol;
  return replaceAt(text, at, at, `${before}${lines}${eol}`);
}

function indentationAt(text: string, from: number): string {
  return /^[ \t]*/.exec(text.slice(from))?.[0] ?? '';
}

/** Returns the indentation of a new subtask: that of the last one, else one step in the style of the plan. */
function indentationBelow(text: string, tasks: readonly PlanTask[], whole: PlanTask): string {
  const inner = tasks.filter(({ range }) => range.from > whole.range.from && range.from < whole.blockEnd);
  const least = inner.reduce((min, { indent }) => Math.min(min, indent), Number.POSITIVE_INFINITY);
  const last = inner.findLast(({ indent }) => indent === least);
  if (last !== undefined) return indentationAt(text, last.range.from);
  return indentationAt(text, whole.range.from) + (tasks.some(({ range }) => text[range.from] === '\t') ? '\t' : INDENT);
}

/** Returns where to add a top-level task: after the last one of its section, which is created when missing. */
function placeOfNew(text: string, tasks: readonly PlanTask[]): { text: string; at: number } {
  const last = tasks.findLast(({ section, indent }) => section.toLowerCase() === SECTION && indent === 0);
  if (last !== undefined) return { text, at: last.blockEnd };
  const heading = proseLines(maskConflicts(text)).find((line) => parseHeading(line.text)?.name.toLowerCase() === SECTION);
  const feed = heading === undefined ? -1 : text.indexOf('\n', heading.to);
  if (heading !== undefined) return { text, at: feed < 0 ? text.length : feed + 1 };
  const other = tasks.findLast(({ indent }) => indent === 0);
  if (other !== undefined) return { text, at: other.blockEnd };
  const eol = detectLineBreak(text);
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const made = `${text}${gap}${SECTION_HEADING}${eol}`;
  return { text: made, at: made.length };
}

/** Adds a pending task after the others (seed 3, "PLAN.md"). @throws CortexError for an id in use or a title of several lines */
export function addTask(text: string, task: NewTask): string {
  const tasks = parsePlanText(text);
  const words = wordsOf(task);
  const { id } = parseTaskText(words);
  const taken = id === null ? undefined : tasks.find((each) => each.id === id);
  if (taken !== undefined) {
    const next = 'Choose another id.';
    throw new CortexError('already-exists', `a task already has this id: ${taken.title}`, { value: id, line: taken.line, next });
  }
  const eol = detectLineBreak(text);
  if (task.parent !== undefined) {
    const whole = findTask(tasks, task.parent);
    const line = `${indentationBelow(text, tasks, whole)}- [ ] ${words}`;
    return requireTasks(insertLines(text, whole.blockEnd, line, eol), tasks.length + 1);
  }
  const place = placeOfNew(text, tasks);
  return requireTasks(insertLines(place.text, place.at, `- [ ] ${words}`, eol), tasks.length + 1);
}

/** Unclosed code or an unclosed comment would hide the tasks after it. */
function requireTasks(text: string, count: number): string {
  if (parsePlanText(text).length === count) return text;
  const next = 'Close it, then try again. Nothing was changed.';
  throw new CortexError('broken-file', 'an unclosed code block, comment or merge conflict would hide tasks', { next });
}

/** Returns a line of a moved task with the same indentation relative to the task. */
function indented(line: string, old: string, fresh: string): string {
  if (line.trim() === '') return line;
  const indentation = indentationAt(line, 0);
  const rest = indentation.slice(old.length);
  // The width of a tab depends on its column.
  const further = columns(indentation) - columns(old);
  const isSame = indentation.startsWith(old) && columns(fresh + rest) === columns(fresh) + further;
  return fresh + (isSame ? rest : ' '.repeat(Math.max(0, further))) + line.slice(indentation.length);
}

/** Moves a task with everything indented below it. Only the indentation of these lines changes. */
export function moveTask(text: string, named: NamedTask, { where, task }: TaskTarget): string {
  const tasks = parsePlanText(text);
  const [moved, target] = [taskOf(tasks, named), taskOf(tasks, task)];
  const { from } = moved.range;
  if (target.range.from >= from && target.range.from < moved.blockEnd) {
    const next = 'Use a task that is not one of its subtasks.';
    throw new CortexError('invalid-input', 'a task cannot be moved into itself', { value: moved.title, next });
  }
  // Indented git markers would not be recognized any more.
  requireNoConflict(text, { from, to: moved.blockEnd }, 'the lines of the task');
  const old = indentationAt(text, from);
  const fresh = where === 'into' ? indentationBelow(text, tasks, target) : indentationAt(text, target.range.from);
  const lines = text
    .slice(from, moved.blockEnd)
    .replace(/\r?\n$/, '')
    .split('\n');
  const block = (old === fresh ? lines : lines.map((line) => indented(line, old, fresh))).join('\n');
  const at = where === 'before' ? target.range.from : target.blockEnd;
  const rest = replaceAt(text, from, moved.blockEnd, '');
  const to = at > from ? at - (moved.blockEnd - from) : at;
  return requireTasks(insertLines(rest, to, block, detectLineBreak(text)), tasks.length);
}
