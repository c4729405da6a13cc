import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { columns, type Range } from '../../text/markdown/markdown.ts';
import { parseHeading, proseLines } from '../../text/markdown/prose-lines.ts';
import { isPlaceholder } from '../files/current.ts';
import { parseTaskText, type TaskText } from './task-text.ts';

/** Meaning of a box (seed 3, "PLAN.md"; `closed`: rulings, stack 3). Any other box is `unknown` and preserved. */
export type TaskStatus = 'pending' | 'in progress' | 'completed' | 'blocked' | 'closed' | 'unknown';

/** A task of PLAN.md. */
export interface PlanTask extends TaskText {
  /** Position among the tasks, 1-based. */
  readonly number: number;
  readonly status: TaskStatus;
  /** Everything after the box, as written. */
  readonly text: string;
  /** Number of the parent task, by the id that this task names or by indentation. */
  readonly parent: number | null;
  /** Name of the heading above it; empty before the first heading. */
  readonly section: string;
  /** 1-based. */
  readonly line: number;
  /** Indentation in columns. */
  readonly indent: number;
  /** Range of its line without the line break, in UTF-16 code units. */
  readonly range: Range;
  /** The character in the box, and its offset. */
  readonly box: string;
  readonly boxAt: number;
  /** Offset after the last line that belongs to it: everything indented below it, including other tasks. */
  readonly blockEnd: number;
}

/** Text in parentheses at the end of a title. */
const IN_PARENTHESES = /\(([^()]+)\)$/;

/**
 * Returns why a task is blocked: its note, or as in the first public revision the end of its title, `[!] Deploy (waiting on infra)`; `null`
 * if it does not say.
 */
export function blockReason({ title, status, notes }: Pick<PlanTask, 'title' | 'status' | 'notes'>): string | null {
  const atEnd = status === 'blocked' ? IN_PARENTHESES.exec(title)?.[1] : undefined;
  return notes.get('blocked') ?? atEnd?.trim() ?? null;
}

/** A byte order mark may precede the first line. */
const TASK = /^\ufeff?([ \t]*)[-*+][ \t]+\[([^\]])\](?=[ \t]|$)/u;
const STATUSES: ReadonlyMap<string, TaskStatus> = new Map([
  [' ', 'pending'],
  ['>', 'in progress'],
  ['x', 'completed'],
  ['X', 'completed'],
  ['!', 'blocked'],
  ['~', 'closed'],
]);

/** Deeper headings belong to those above them. */
const PART_LEVEL = 2;
/** An id in the style of the first public revision: in brackets at the end, without a key. */
const BARE_ID = /^(.*\S) \(([\w.-]+)\)$/;

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');

/** A task during parsing. Its parent is by indentation until all ids are known. */
interface Found extends PlanTask {
  title: string;
  id: string | null;
  parent: number | null;
  blockEnd: number;
}

/** Reads lines, tracking the tasks that each line is indented below. */
class PlanReader {
  readonly tasks: Found[] = [];
  /** Open tasks, from the outermost to the innermost. */
  #open: Found[] = [];
  #section = '';
  /** Whether the current section is inside a "Backlog" heading. */
  #isBacklog = false;

  line(text: string, from: number, number: number): void {
    if (text.trim() === '') return;
    const heading = parseHeading(text);
    const indent = indentOf(text);
    this.#open = heading === null ? this.#open.filter((task) => task.indent < indent) : [];
    if (heading !== null) this.#begin(heading);
    this.#task(text, from, number);
    // Lines that are not tasks also belong to the tasks above them.
    this.#extend(from + text.length);
  }

  /**
   * Adds code or a comment: not lines of the plan, but part of its tasks.
   * @param goesOn whether it continues a comment from the line before
   */
  hidden(text: string, from: number, goesOn: boolean): void {
    if (text.trim() === '') return;
    const indent = indentOf(text);
    if (!goesOn) this.#open = this.#open.filter((task) => task.indent < indent);
    this.#extend(from + text.trimEnd().length);
  }

  #begin({ name, level }: { readonly name: string; readonly level: number }): void {
    this.#section = name;
    if (level <= PART_LEVEL) this.#isBacklog = name.toLowerCase() === 'backlog';
  }

  /** Returns the status of a box. Later revisions of the public project mark found bugs with `[!]`; those are not blocked. */
  #status(box: string, notes: ReadonlyMap<string, string>): TaskStatus {
    const isFoundBug = box === '!' && this.#isBacklog && this.#section.toLowerCase() === 'bugs' && !notes.has('blocked');
    return isFoundBug ? 'pending' : (STATUSES.get(box) ?? 'unknown');
  }

  #extend(end: number): void {
    for (const task of this.#open) task.blockEnd = end;
  }

  #task(line: string, from: number, number: number): void {
    const [match, space = '', box = ''] = TASK.exec(line) ?? [];
    if (match === undefined) return;
    const text = line.slice(match.length).trim();
    const start = from + match.search(/[^\ufeff]/);
    const { title, priority, labels, id, depends, partOf, notes } = parseTaskText(text);
    // A box without a title, or an unfilled placeholder of a template, is not a task.
    if (id === null && (title === '' || (box === ' ' && notes.size === 0 && isPlaceholder(title)))) return;
    // A single object literal: with thousands of tasks, objects built by spreading cost several times as much memory.
    const task: Found = {
      title,
      priority,
      labels,
      id,
      depends,
      partOf,
      notes,
      number: this.tasks.length + 1,
      status: this.#status(box, notes),
      text,
      parent: this.#open.at(-1)?.number ?? null,
      section: this.#section,
      line: number,
      indent: columns(space),
      range: { from: start, to: from + line.length },
      box,
      boxAt: from + match.length - 1 - box.length,
      blockEnd: from + line.length,
    };
    this.tasks.push(task);
    this.#open.push(task);
  }
}

/** Treats a bracketed word at the end of a title as an id if another task references it. */
function readBareIds(tasks: readonly Found[]): void {
  const known = new Set(tasks.map(({ id }) => id));
  const named = new Set(tasks.flatMap(({ depends, partOf }) => [...depends, partOf]));
  for (const task of tasks) {
    const [, title = '', id = ''] = task.id === null && task.title.endsWith(')') ? (BARE_ID.exec(task.title) ?? []) : [];
    if (!named.has(id) || known.has(id)) continue;
    [task.title, task.id] = [title, id];
    known.add(id);
  }
}

/** Returns the tasks of a PLAN.md in file order (seed 3, "PLAN.md"). Text inside unresolved git conflicts is ignored. */
export function parsePlanText(whole: string): PlanTask[] {
  const text = maskConflicts(whole);
  const reader = new PlanReader();
  let read = 0;
  let last = '';
  const readHidden = (to: number) => reader.hidden(text.slice(read, to), read, last.lastIndexOf('<!--') > last.lastIndexOf('-->'));
  for (const line of proseLines(text)) {
    if (line.from > read) readHidden(line.from);
    reader.line(line.text, line.from, line.number);
    const feed = text.indexOf('\n', line.to);
    read = feed < 0 ? text.length : feed + 1;
    last = line.text;
  }
  readHidden(text.length);
  readBareIds(reader.tasks);
  // Reversed: of several tasks with one id, the first counts, as in the task graph.
  const numbers = new Map(reader.tasks.toReversed().flatMap(({ id, number }) => (id === null ? [] : [[id, number] as const])));
  for (const task of reader.tasks) {
    const feed = text.indexOf('\n', task.blockEnd);
    task.blockEnd = feed < 0 ? text.length : feed + 1;
    const named = task.partOf === null ? undefined : numbers.get(task.partOf);
    if (named !== undefined && named !== task.number) task.parent = named;
  }
  return reader.tasks;
}
