import { CortexError } from '../kernel/errors.ts';
import { lineBreakOf } from '../kernel/markdown.ts';
import { headingOf, proseLines } from '../kernel/prose-lines.ts';
import { type PlanTask, parsePlanText, type TaskStatus } from './plan.ts';
import { splitTask } from './task-text.ts';

/** A task that is to be added. */
export interface NewTask {
  readonly title: string;
  readonly id?: string;
  readonly depends?: readonly string[];
  readonly priority?: number;
  /** How the task is named that it is a part of (`findTask`). */
  readonly parent?: string;
}

/** Where a task goes: before or behind another one, or to the end of its parts. */
export interface TaskTarget {
  readonly where: 'before' | 'after' | 'into';
  /** As `findTask` takes it. */
  readonly task: string;
}

const BOXES = { pending: ' ', 'in progress': '>', completed: 'x', blocked: '!', closed: '~' } as const satisfies Partial<
  Record<TaskStatus, string>
>;

export type SettableStatus = keyof typeof BOXES;

const SECTION = 'Tasks';
const INDENT = '  ';

/**
 * The task that is meant: by its id, its number, or its title if only one has it (without case).
 * @throws CortexError `not-found`, or `ambiguous` naming the lines
 */
export function findTask(tasks: readonly PlanTask[], named: string): PlanTask {
  const byId = tasks.filter(({ id }) => id === named);
  const byNumber = tasks.filter(({ number }) => String(number) === named);
  const lower = named.toLowerCase();
  const byTitle = tasks.filter(({ title }) => title.toLowerCase() === lower);
  const [found, another] = [byId, byNumber, byTitle].find((list) => list.length > 0) ?? [];
  if (found === undefined) {
    throw new CortexError('not-found', 'the plan has no such task', {
      value: named,
      next: '"cstack plan list" shows their numbers and ids.',
    });
  }
  if (another === undefined) return found;
  throw new CortexError('invalid-input', 'several tasks of the plan are meant', {
    value: named,
    allowed: [...byId, ...byTitle].map(({ number, line }) => `number ${number} (line ${line})`).join(', '),
    next: 'Name it by its number.',
  });
}

function replaceAt(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** Sets what a task's box says, and nothing else. @param named as `findTask` takes it */
export function setStatus(text: string, named: string, status: SettableStatus): string {
  const task = findTask(parsePlanText(text), named);
  return task.status === status ? text : replaceAt(text, task.boxAt, task.boxAt + 1, BOXES[status]);
}

/** Puts a note ` | key: value` behind a task, in the place of one with that key; `null` takes it away. */
export function setNote(text: string, named: string, key: string, value: string | null): string {
  const { range } = findTask(parsePlanText(text), named);
  const { head, notes, tail } = splitTask(text.slice(range.from, range.to));
  const note = value === null ? '' : ` | ${key}: ${plainValue(value)}`;
  const raws = notes.map((each) => (each.key === key ? note : each.raw));
  const added = notes.some((each) => each.key === key) ? '' : note;
  return replaceAt(text, range.from, range.to, [head, ...raws, added, tail].join(''));
}

/** A note ends with its line, and ` | ` begins another one. */
function plainValue(value: string): string {
  return value.replace(/\s+/g, ' ').replaceAll(' | ', ' / ').trim();
}

function requireTitle(title: string): string {
  const plain = title.trim();
  if (plain !== '' && !/[\r\n]/.test(plain)) return plain;
  throw new CortexError('invalid-input', 'a task is one line of text', { value: title, next: 'Give it a title without line breaks.' });
}

function lineOf({ title, id, depends = [], priority }: NewTask, indent: string): string {
  const fields = [...(id === undefined ? [] : [`id: ${id}`]), ...(depends.length === 0 ? [] : [`depends: ${depends.join(', ')}`])];
  const reference = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
  return `${indent}- [ ] ${priority === undefined ? '' : `P${priority}: `}${requireTitle(title)}${reference}`;
}

/** Puts lines where a line begins. */
function insertLines(text: string, at: number, lines: string): string {
  const eol = lineBreakOf(text);
  const before = at > 0 && text[at - 1] !== '\n' ? eol : '';
  return replaceAt(text, at, at, `${before}${lines}${eol}`);
}

/** Where a task of the first level is added: behind the last of its section, which is made if it is not there. */
function placeOfNew(text: string, tasks: readonly PlanTask[]): { text: string; at: number } {
  const last = tasks.findLast(({ section, indent }) => section === SECTION && indent === 0) ?? tasks.findLast(({ indent }) => indent === 0);
  if (last !== undefined) return { text, at: last.blockEnd };
  const heading = proseLines(text).find((line) => headingOf(line.text)?.name === SECTION);
  const feed = heading === undefined ? -1 : text.indexOf('\n', heading.to);
  if (heading !== undefined) return { text, at: feed < 0 ? text.length : feed + 1 };
  const eol = lineBreakOf(text);
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const made = `${text}${gap}## ${SECTION}${eol}`;
  return { text: made, at: made.length };
}

/** Adds a pending task behind the others (seed 3, "PLAN.md"). @throws CortexError for an id that is taken or a title of several lines */
export function addTask(text: string, task: NewTask): string {
  const tasks = parsePlanText(text);
  const taken = task.id === undefined ? undefined : tasks.find(({ id }) => id === task.id);
  if (taken !== undefined) {
    const next = 'Take another id.';
    throw new CortexError('already-exists', `a task has this id: ${taken.title}`, { value: task.id ?? '', line: taken.line, next });
  }
  if (task.parent !== undefined) {
    const parent = findTask(tasks, task.parent);
    const indent = text.slice(parent.range.from, parent.range.to).match(/^[ \t]*/)?.[0] ?? '';
    return insertLines(text, parent.blockEnd, lineOf(task, indent + INDENT));
  }
  const place = placeOfNew(text, tasks);
  return insertLines(place.text, place.at, lineOf(task, ''));
}

/** Moves a task with all that is indented below it; only the indentation of these lines changes. */
export function moveTask(text: string, named: string, { where, task }: TaskTarget): string {
  const tasks = parsePlanText(text);
  const [moved, target] = [findTask(tasks, named), findTask(tasks, task)];
  if (target.range.from >= moved.range.from && target.range.from < moved.blockEnd) {
    const next = 'Name a task that is no part of it.';
    throw new CortexError('invalid-input', 'a task cannot be moved into itself', { value: named, next });
  }
  const indentAt = (from: number) => /^[ \t]*/.exec(text.slice(from))?.[0] ?? '';
  const [old, fresh] = [indentAt(moved.range.from), indentAt(target.range.from) + (where === 'into' ? INDENT : '')];
  const block = text.slice(moved.range.from, moved.blockEnd).replace(/\r?\n$/, '');
  const lines = block.split('\n').map((line) => (line.startsWith(old) ? fresh + line.slice(old.length) : line));
  const at = where === 'before' ? target.range.from : target.blockEnd;
  const added = insertLines(text, at, lines.join('\n'));
  const shift = at <= moved.range.from ? added.length - text.length : 0;
  return replaceAt(added, moved.range.from + shift, moved.blockEnd + shift, '');
}
