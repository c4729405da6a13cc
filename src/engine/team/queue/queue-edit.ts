import { CortexError } from '../../platform/errors.ts';
import { detectLineBreak, type Range } from '../../text/markdown/markdown.ts';
import { proseLines } from '../../text/markdown/prose-lines.ts';
import { contentEnd, parseSections } from '../../text/markdown/sections.ts';
import { freeTextRange } from '../free-text.ts';
import { findSummary, insertAsRead, parseQueue, type QueueShape, type QueueTask, readFields } from './queue.ts';
import { escapeLines, fieldEnd, formatField, SHORT, sectionText, type TaskField, writtenValue } from './task-fields.ts';

/** Identifies a task by its id and, if the caller has seen it, its title, because ids change when tasks move. */
export interface TaskName {
  readonly id: string;
  readonly title?: string;
}

const sameField = (field: TaskField, name: string): boolean => field.key === name.toLowerCase();
const fieldOf = (fields: readonly TaskField[], name: string): TaskField | undefined => fields.find((field) => sameField(field, name));

/** Removes the number that distinguishes tasks with the same heading from an id. */
const withoutNumber = (id: string): string => id.replace(/#\d{1,9}$/, '');

/** Limit of tasks to list in an error. */
const MAX_SHOWN = 50;
/** Limit of a title in an error, in UTF-16 code units, so that the text after it stays visible. */
const MAX_TITLE_LENGTH = 60;

function only(tasks: readonly QueueTask[]): QueueTask | undefined {
  return tasks.length === 1 ? tasks[0] : undefined;
}

/** Lists tasks for an error, with ids and titles. */
function named(tasks: readonly QueueTask[]): string {
  const shown = tasks.slice(0, MAX_SHOWN).map(({ id, title }) => `${id} ${JSON.stringify(cut(title))}`);
  return [...shown, ...(tasks.length > MAX_SHOWN ? [`and ${tasks.length - MAX_SHOWN} more`] : [])].join(', ') || 'none';
}

const cut = (title: string): string => (title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH)}…` : title);

/**
 * Returns the task with a typed title. An exact match counts before one that differs by case.
 * @throws CortexError `not-found` if several match
 */
function titled(tasks: readonly QueueTask[], typed: string): QueueTask | undefined {
  const lower = typed.toLowerCase();
  const alike = tasks.filter(({ title }) => title.toLowerCase() === lower);
  const exact = alike.filter(({ title }) => title === typed);
  const meant = exact.length > 0 ? exact : alike;
  if (meant.length < 2) return meant[0];
  const allowed = meant.slice(0, MAX_SHOWN).map(({ id, status }) => `${id} (${status ?? 'no status'})`);
  throw new CortexError('not-found', `${meant.length} tasks of the work queue have this title`, {
    value: typed,
    allowed: allowed.join(', '),
    next: 'Use the id of the task, which is its time; nothing was changed.',
  });
}

/**
 * Returns a task by its id, or by its title if that is unique. A task that was seen with a title is found even if its id changed because
 * another task with the same heading was removed.
 * @throws CortexError `not-found`, also if several tasks have the title
 */
export function requireTask(tasks: readonly QueueTask[], { id, title }: TaskName): QueueTask {
  const there = tasks.find((each) => each.id === id);
  if (there !== undefined && (title === undefined || there.title === title)) return there;
  const isSeen = (each: QueueTask): boolean => each.title === title && withoutNumber(each.id) === withoutNumber(id);
  const found = title === undefined ? titled(tasks, id) : only(tasks.filter(isSeen));
  if (found !== undefined) return found;
  const next = 'Check the queue again; nothing was changed.';
  if (there === undefined)
    throw new CortexError('not-found', 'the work queue has no such task', { value: id, allowed: named(tasks), next });
  throw new CortexError('not-found', `the task ${JSON.stringify(title)} was moved or removed`, {
    value: there.title,
    line: there.line,
    next,
  });
}

/** Returns the task with an id, if there is one. */
export function findTask(tasks: readonly QueueTask[], { id }: TaskName): QueueTask | undefined {
  return tasks.find((each) => each.id === id);
}

function splice(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** Fields after which a new one is inserted, by preference. Other fields are appended. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  Agent: ['Summary', 'Status', 'Scope', 'Task'],
  Started: ['Agent', 'Summary', 'Status', 'Scope', 'Task'],
  Completed: ['Started', 'Agent', 'Summary', 'Status', 'Scope', 'Task'],
  Status: ['Scope', 'Task'],
  Summary: ['Status'],
};

/** List marker before a field. */
const LIST_MARK = /^[ \t]*[-*+][ \t]+/;

/** Inserts a new field as its own line, so that the text below stays separate from it. */
function withNew(text: string, { body }: QueueTask, fields: readonly TaskField[], line: string, name: string, eol: string): string {
  const before = (BEFORE[name] ?? []).flatMap((each) => fieldOf(fields, each) ?? [])[0] ?? fields.at(-1);
  const isLong = !SHORT.has(name.toLowerCase());
  if (before === undefined) return withFirst(text, body, line, isLong, eol);
  const at = fieldEnd(before);
  // Among fields that are list items, write the new one as a list item.
  const [mark] = (isLong ? null : LIST_MARK.exec(text.slice(before.line.from, before.line.to))) ?? [''];
  const below = text.slice(at, fields[fields.indexOf(before) + 1]?.line.from ?? body.to);
  if (!isLong || below.trim() === '') return splice(text, at, at, `${eol}${mark}${line}`);
  // A summary ends at an empty line, any other text field at the next field.
  if (name !== 'Summary') return splice(text, before.line.from, before.line.from, line + eol);
  return splice(text, at, at, `${eol}${line}${EMPTY_LINE.test(below) ? '' : eol}`);
}

/** Text that starts with an empty line. */
const EMPTY_LINE = /^\r?\n[ \t]*\r?\n/;

/** Inserts the first field of a task: below its heading, or after the text if that would become part of the field. */
function withFirst(text: string, { from, to }: Range, line: string, isLong: boolean, eol: string): string {
  const at = isLong ? from + contentEnd(text.slice(from, to)) : from;
  if (at > from) return splice(text, at, at, `${eol}${line}`);
  return splice(text, at, at, `${text.slice(0, at).endsWith('\n') ? '' : eol}${line}${eol}`);
}

interface FieldChange {
  readonly name: string;
  readonly value: string | null;
  /** Whether the task's scope is the text below its fields. */
  readonly isFree: boolean;
}

/** Replaces the value of a field. */
function withValue(text: string, { key, value, valueFrom: from, to }: TaskField, written: string): string {
  const gap = value === '' && !/\s/.test(text.charAt(from - 1)) ? ' ' : '';
  return splice(text, from, SHORT.has(key) ? from + value.length : to, gap + written);
}

/** Sets a field of a task in place, or as a new line; `null` removes its line. All other text stays unchanged. */
function setField(text: string, task: QueueTask, { name, value, isFree }: FieldChange, eol: string): string {
  const fields = readFields(text, task);
  const [field, ...repeated] = fields.filter((each) => sameField(each, name));
  const written = value === null ? null : writtenValue(name, value, eol);
  if (field !== undefined && written !== null) return withValue(withoutFields(text, repeated), field, written);
  if (name === 'Scope' && value !== null && (task.scope !== null || isFree)) {
    return value === '' && task.scope === null ? text : withFreeText(text, task, value, eol);
  }
  if (written !== null) return withNew(text, task, fields, formatField(name, written), name, eol);
  // Remove all of them, or the next one would count.
  return withoutFields(text, field === undefined ? [] : [field, ...repeated]);
}

/** Removes fields, in order, with their lines. */
function withoutFields(text: string, fields: readonly TaskField[]): string {
  return fields.reduceRight((rest, each) => splice(rest, each.line.from, lineEnd(rest, fieldEnd(each)), ''), text);
}

/**
 * Checks that a field which is changed occurs once, unless its value is one line: then the new value replaces all of them. Any other text
 * would be lost, or stay beside the new one.
 * @throws CortexError `broken-file` with the line
 */
function requireSingle(text: string, task: QueueTask, changes: FieldChanges): void {
  const fields = readFields(text, task);
  for (const [name, value] of Object.entries(changes)) {
    const [, second] = fields.filter((each) => sameField(each, name));
    if (second === undefined || value === null || SHORT.has(second.key)) continue;
    const next = 'Keep one of them, then try again; nothing was changed.';
    throw new CortexError('broken-file', `${name} is set more than once in the task ${JSON.stringify(task.title)}`, {
      line: second.line.number,
      next,
    });
  }
}

/** Replaces the text below a task's fields. */
function withFreeText(text: string, task: QueueTask, value: string, eol: string): string {
  const parts = { body: task.body, fields: readFields(text, task), limit: summaryOf(text, task)?.from ?? task.range.to };
  const { from, to } = freeTextRange(text, proseLines(text), parts);
  const isNew = from === to;
  const [before, behind] = !isNew ? ['', ''] : from === task.body.from ? ['', eol] : [eol + eol, ''];
  return insertAsRead(value, (written) => splice(text, from, to, before + written.split('\n').join(eol) + behind));
}

/** Returns the offset after the line break of the line that ends at `to`. */
function lineEnd(text: string, to: number): number {
  const feed = text.indexOf('\n', to);
  return feed < 0 ? text.length : feed + 1;
}

/** New values of a task's fields, applied in order; `null` removes a field. */
export type FieldChanges = Readonly<Record<string, string | null>>;

/** Adapts changes that remove the scope: if it is the text below the fields, the text becomes empty. */
export function scopeChanges(text: string, task: QueueTask, changes: FieldChanges): FieldChanges {
  const isText = changes.Scope === null && fieldOf(readFields(text, task), 'Scope') === undefined;
  return isText ? { ...changes, Scope: '' } : changes;
}

/** Sets fields of a task. All other text stays unchanged. @throws CortexError `not-found` */
export function setFields(text: string, shape: QueueShape, name: TaskName, changes: FieldChanges): string {
  const found = requireTask(parseQueue(text, shape), name);
  requireSingle(text, found, changes);
  const { from, to } = found.range;
  const eol = detectLineBreak(text);
  // Parse only the task, which reads the same alone, because queues are long.
  const changed = Object.entries(changes).reduce(
    (alone, [field, value]) => {
      const [task] = parseQueue(alone, { ...shape, section: null });
      return task === undefined ? alone : setField(alone, task, { name: field, value, isFree: shape.section === null }, eol);
    },
    text.slice(from, to),
  );
  return splice(text, from, to, changed);
}

/** Sets the summary of a task where its layout has it: below the status, or in a section `### Summary`. */
export function setSummary(text: string, shape: QueueShape, name: TaskName, summary: string): string {
  const task = requireTask(parseQueue(text, shape), { id: name.id });
  if (shape.section !== null || fieldOf(readFields(text, task), 'Summary') !== undefined)
    return setFields(text, shape, { id: name.id }, { Summary: summary });
  const eol = detectLineBreak(text);
  const section = summaryOf(text, task);
  const written = escapeLines(`-\n${summary}`).split('\n').slice(1).join(eol);
  if (section !== undefined) return splice(text, section.bodyFrom, section.to, `${written}${eol}${section.to < text.length ? eol : ''}`);
  const end = task.range.from + contentEnd(text.slice(task.range.from, task.range.to));
  return splice(text, end, end, `${eol}${eol}### Summary${eol}${written}`);
}

/** Returns all summaries of a task, in any layout. */
export function listSummaries(text: string, task: QueueTask): string[] {
  const ofFields = readFields(text, task).filter((field) => sameField(field, 'Summary'));
  const section = summaryOf(text, task);
  const written = section === undefined ? [] : [sectionText(text, section)];
  return [...ofFields.map((field) => field.text), ...written].filter((each) => each !== '');
}

function summaryOf(text: string, { range }: QueueTask): ReturnType<typeof findSummary> {
  const inner = parseSections(text).filter(({ from }) => from > range.from && from < range.to);
  return findSummary(inner, range.to);
}

/** Removes the section `### Summary` of a task. @throws CortexError `not-found` */
export function withoutSummarySection(text: string, shape: QueueShape, name: TaskName): string {
  const section = summaryOf(text, requireTask(parseQueue(text, shape), name));
  return section === undefined ? text : splice(text, section.from, section.to, '');
}
