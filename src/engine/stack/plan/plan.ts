import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { columns, type Range } from '../../text/markdown/markdown.ts';
import { headingOf, proseLines } from '../../text/markdown/prose-lines.ts';
import { isPlaceholder } from '../files/placeholder.ts';
import { parseTaskText, type TaskText } from './task-text.ts';

/** What a box says (seed 3, "PLAN.md"; `closed`: rulings, stack 3); `unknown` for any other, which is kept. */
export type TaskStatus = 'pending' | 'in progress' | 'completed' | 'blocked' | 'closed' | 'unknown';

/** A task of PLAN.md. */
export interface PlanTask extends TaskText {
  /** Its place among the tasks, from 1. */
  readonly number: number;
  readonly status: TaskStatus;
  /** Everything behind the box, as it is written. */
  readonly text: string;
  /** The number of the task that it is a part of, by its indentation or by the id that it names. */
  readonly parent: number | null;
  /** The heading that it stands below; empty above the first. */
  readonly section: string;
  /** 1-based. */
  readonly line: number;
  /** Columns before it. */
  readonly indent: number;
  /** Of its line, without the line break; UTF-16 code units. */
  readonly range: Range;
  /** What stands in the box, and where. */
  readonly box: string;
  readonly boxAt: number;
  /** Behind the last line that belongs to it: what is indented below it, also other tasks. */
  readonly blockEnd: number;
}

/** In the first line a byte order mark may stand before it. */
const TASK = /^\ufeff?([ \t]*)[-*+][ \t]+\[([^\]])\](?=[ \t]|$)/u;
const STATUSES: ReadonlyMap<string, TaskStatus> = new Map([
  [' ', 'pending'],
  ['>', 'in progress'],
  ['x', 'completed'],
  ['X', 'completed'],
  ['!', 'blocked'],
  ['~', 'closed'],
]);

/** Headings of a deeper level belong to those above them. */
const PART_LEVEL = 2;
/** An id as the first public revision writes it: in brackets at the end, without a key. */
const BARE_ID = /^(.*\S) \(([\w.-]+)\)$/;

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');

/** A task while its file is read: until all are known its parent is the one that it is indented below. */
interface Found extends PlanTask {
  title: string;
  id: string | null;
  parent: number | null;
  blockEnd: number;
}

/** Goes through the lines and knows below which tasks each of them is indented. */
class PlanReader {
  readonly tasks: Found[] = [];
  /** From the outermost to the innermost. */
  #open: Found[] = [];
  #section = '';
  /** Whether it stands below a heading "Backlog". */
  #isBacklog = false;

  line(text: string, from: number, number: number): void {
    if (text.trim() === '') return;
    const heading = headingOf(text);
    const indent = indentOf(text);
    this.#open = heading === null ? this.#open.filter((task) => task.indent < indent) : [];
    if (heading !== null) this.#begin(heading);
    this.#task(text, from, number);
    // Also what is no task belongs to the tasks that it is indented below.
    this.#extend(from + text.length);
  }

  /** Code and comments, which are no lines of the plan but belong to its tasks. @param goesOn a comment that begins in the line before */
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

  /** What a box says. Later revisions of the public project mark each bug that was found with `[!]`: it is not blocked. */
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
    // A place of a template that is to be filled in is no task.
    if (box === ' ' && id === null && notes.size === 0 && isPlaceholder(title)) return;
    // One literal: a repository has thousands, and objects that are put together from others cost several times as much.
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

/** Words in brackets at the end of a title are an id where another task names them as one. */
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

/** The tasks of a PLAN.md in their order (seed 3, "PLAN.md"); what stands in a conflict that git left is none. */
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
  const numbers = new Map(reader.tasks.flatMap(({ id, number }) => (id === null ? [] : [[id, number] as const])));
  for (const task of reader.tasks) {
    const feed = text.indexOf('\n', task.blockEnd);
    task.blockEnd = feed < 0 ? text.length : feed + 1;
    const named = task.partOf === null ? undefined : numbers.get(task.partOf);
    if (named !== undefined && named !== task.number) task.parent = named;
  }
  return reader.tasks;
}
