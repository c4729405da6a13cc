import type { Range } from '../../text/markdown/markdown.ts';
import { linesWithin, type ProseLine } from '../../text/markdown/prose-lines.ts';

/** A line `**Name:** value` of a task, or its line `Summary: …` (seed 5, "Work Queue Format", "Completion Format"). */
export class TaskField {
  readonly name: string;
  /** The name in lower case, by which it is found. */
  readonly key: string;
  /** Its line, without the line break. */
  readonly line: ProseLine;
  readonly #source: string;
  /** Where its mark ends. */
  readonly #at: number;
  /** Behind what goes on with it. */
  readonly #end: number;

  constructor(source: string, { name, line, at }: Begun, end: number) {
    this.name = name;
    this.key = name.toLowerCase();
    this.line = line;
    this.#source = source;
    this.#at = at;
    this.#end = end;
  }

  /** What stands in its line. */
  get value(): string {
    return this.#source.slice(this.#at, this.line.to).trim();
  }

  /** With the lines below it that go on with it. */
  get text(): string {
    const { to } = this;
    return to === this.line.to ? unescapeComments(this.value) : unescaped(this.#source.slice(this.#at, to));
  }

  /** Where the value begins in the text, UTF-16 code units. */
  get valueFrom(): number {
    const written = this.#source.slice(this.#at, this.line.to);
    return this.#at + (written.length - written.trimStart().length);
  }

  /** Behind the last line that goes on with it, without the line break. */
  get to(): number {
    const { from, to } = this.line;
    return Math.max(from + this.#source.slice(from, this.#end).trimEnd().length, to);
  }
}

const FIELD = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*:\n]{1,80})(?::\*\*|\*\*:)/;
const MAY_BEGIN = /^[ \t]*[-*+sS]/;
const SUMMARY = /^[ \t]*(Summary):/i;
/** What would begin something of its own if it stood in the text of a field, and the mark that keeps it from that. */
const ESCAPED = /^([ \t]*)\\(?=\\*(?:#|\*\*|[-*+][ \t]+\*\*|Summary:|`{3}|~{3}))/i;
const STRUCTURAL = /^([ \t]*)(?=\\*(?:#|\*\*|[-*+][ \t]+\*\*|Summary:|`{3}|~{3}))/i;
/** A comment hides what follows it, wherever in a line it begins. */
const COMMENT = /(\\*)<!--/g;

/** The fields that the protocol knows (docs/protocols/team.md, "A task"). */
const KNOWN: ReadonlySet<string> = new Set(
  ['Task', 'Scope', 'Status', 'Agent', 'Started', 'Completed', 'Summary', 'Blocked', 'Approval', 'Earlier summary'].map((name) =>
    name.toLowerCase(),
  ),
);

export const isKnownField = ({ key }: Pick<TaskField, 'key'>): boolean => KNOWN.has(key);

/** Of these what follows an empty line is the text of the task. */
const END_AT_EMPTY_LINE: ReadonlySet<string> = new Set(['summary', 'earlier summary', 'blocked']);

interface Begun {
  readonly name: string;
  /** Of its line among those that are looked at. */
  readonly index: number;
  readonly line: ProseLine;
  /** Where the value may begin. */
  readonly at: number;
}

function beginningOf(line: ProseLine, index: number): Begun | null {
  // Most lines begin with a letter of their own, and the expressions are the dearest thing in reading a queue.
  if (!MAY_BEGIN.test(line.text)) return null;
  const [match, name = ''] = FIELD.exec(line.text) ?? SUMMARY.exec(line.text) ?? [];
  return match === undefined ? null : { name: name.trim(), index, line, at: line.from + match.length };
}

/** Text in which no comment begins: an odd number of backslashes before it says so, and how many were there. */
export function escapeComments(text: string): string {
  return text.replace(COMMENT, (_all, slashes: string) => `${slashes}${slashes}\\<!--`);
}

function unescapeComments(text: string): string {
  if (!text.includes('<!--')) return text;
  return text.replace(COMMENT, (all, slashes: string) => (slashes.length % 2 === 0 ? all : `${slashes.slice(0, slashes.length >> 1)}<!--`));
}

/** What makes lines to be gone through one by one: a mark of ours, a comment, or white space at the end of one. */
const UNPLAIN = /[\\<]|\s\n/;

/** Lines as they were meant: without the marks that `escapeLines` and `escapeText` have put before those below the first. */
export function unescaped(lines: string): string {
  if (!UNPLAIN.test(lines)) return lines.trim();
  return lines
    .split('\n')
    .map((line, n) => unescapeComments(n === 0 ? line.trimEnd() : line.trimEnd().replace(ESCAPED, '$1')))
    .join('\n')
    .trim();
}

/** Text of several lines that goes on with a field, whatever it says; empty lines would end it and are left out. */
export function escapeLines(text: string): string {
  const [first = '', ...others] = escapeComments(text)
    .trim()
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== '');
  return [first, ...others.map((line) => line.replace(STRUCTURAL, '$1\\'))].join('\n');
}

/** Text that stands in a task by itself, whatever it says: as `escapeLines`, with its empty lines. */
export function escapeText(text: string): string {
  const lines = escapeComments(text).split('\n');
  return lines.map((line) => line.replace(STRUCTURAL, '$1\\')).join('\n');
}

/** The fields whose value is one line: what stands below it is no part of it. */
export const SHORT: ReadonlySet<string> = new Set(['task', 'status', 'agent', 'started', 'completed', 'approval']);

/** Behind what belongs to a field. */
export const fieldEnd = (field: TaskField): number => (SHORT.has(field.key) ? field.line.to : field.to);

/** A field as it is written. */
export const lineOf = (name: string, value: string): string => (name === 'Summary' ? `Summary: ${value}` : `**${name}:** ${value}`);

/** A value as it is written, so that it is read as what it says. */
export function writtenValue(name: string, value: string, eol: string): string {
  return SHORT.has(name.toLowerCase()) ? escapeComments(oneLine(value)) : escapeLines(value).split('\n').join(eol);
}

/** What stands in the line of a field, as it was meant. */
export function plainValue({ value }: Pick<TaskField, 'value'>): string {
  return unescapeComments(value);
}

/** Other white space than single spaces. */
const UNEVEN = /[^\S ]| {2}/u;

/** Text as it stands in one line. */
export function oneLine(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/gu, ' ').trim() : text.trim();
}

/** Where the text of a field may end: before the next one; of some also before an empty line that is in no code. */
function endOf({ name, index }: Begun, lines: readonly ProseLine[], limit: number): number {
  if (!END_AT_EMPTY_LINE.has(name.toLowerCase())) return limit;
  let n = index + 1;
  while ((lines[n]?.from ?? limit) < limit && lines[n]?.text.trim() !== '') n += 1;
  return Math.min(lines[n]?.from ?? limit, limit);
}

/** The fields that stand in a part of a text, in their order. @param lines the text's prose */
export function fieldsIn(text: string, lines: readonly ProseLine[], range: Range): TaskField[] {
  const within = linesWithin(lines, range);
  const begun = within.flatMap((line, index) => beginningOf(line, index) ?? []);
  return begun.map((field, n) => new TaskField(text, field, endOf(field, within, begun[n + 1]?.line.from ?? range.to)));
}
