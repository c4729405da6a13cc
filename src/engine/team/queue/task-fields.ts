import type { Range } from '../../text/markdown/markdown.ts';
import { linesWithin, type ProseLine } from '../../text/markdown/prose-lines.ts';

/** A line `**Name:** value` or `Summary: …` of a task (seed 5, "Work Queue Format", "Completion Format"). */
export class TaskField {
  readonly name: string;
  /** Name in lower case. */
  readonly key: string;
  /** Line of the field, without the line break. */
  readonly line: ProseLine;
  readonly #source: string;
  /** Offset after its mark. */
  readonly #at: number;
  /** End of its continuation lines. */
  readonly #end: number;

  constructor(source: string, { name, line, at }: Begun, end: number) {
    this.name = name;
    this.key = name.toLowerCase();
    this.line = line;
    this.#source = source;
    this.#at = at;
    this.#end = end;
  }

  /** Value in the field's line. */
  get value(): string {
    return this.#source.slice(this.#at, this.line.to).trim();
  }

  /** Value including continuation lines. */
  get text(): string {
    const { to } = this;
    return to === this.line.to ? unescapeComments(this.value) : unescaped(this.#source.slice(this.#at, to));
  }

  /** Offset of the value, in UTF-16 code units. */
  get valueFrom(): number {
    const written = this.#source.slice(this.#at, this.line.to);
    return this.#at + (written.length - written.trimStart().length);
  }

  /** End of the last continuation line, without the line break. */
  get to(): number {
    const { from, to } = this.line;
    return Math.max(from + this.#source.slice(from, this.#end).trimEnd().length, to);
  }
}

const FIELD = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*:\n]{1,80})(?::\*\*|\*\*:)/;
const MAY_BEGIN = /^[ \t]*[-*+sS]/;
const SUMMARY = /^[ \t]*(Summary):/i;
/** Line starts that would have a meaning of their own in a field's text, such as git's conflict markers, with and without the escaping backslash. */
const ESCAPED = /^([ \t]*)\\(?=\\*(?:#|\*\*|[-*+][ \t]+\*\*|Summary:|`{3}|~{3}|<{7}|>{7}))/i;
const STRUCTURAL = /^([ \t]*)(?=\\*(?:#|\*\*|[-*+][ \t]+\*\*|Summary:|`{3}|~{3}|<{7}|>{7}))/i;
/** A comment hides the following text, wherever it starts in a line. */
const COMMENT = /(\\*)<!--/g;

/** Fields of the protocol (docs/protocols/team.md, "A task"). */
const KNOWN: ReadonlySet<string> = new Set(
  ['Task', 'Scope', 'Status', 'Agent', 'Started', 'Completed', 'Summary', 'Blocked', 'Approval', 'Earlier summary'].map((name) =>
    name.toLowerCase(),
  ),
);

export const isKnownField = ({ key }: Pick<TaskField, 'key'>): boolean => KNOWN.has(key);

/** Fields that end at an empty line. The text after it belongs to the task. */
const END_AT_EMPTY_LINE: ReadonlySet<string> = new Set(['summary', 'earlier summary', 'blocked']);

interface Begun {
  readonly name: string;
  /** Index of its line in the given lines. */
  readonly index: number;
  readonly line: ProseLine;
  /** Offset at which the value may start. */
  readonly at: number;
}

function beginningOf(line: ProseLine, index: number): Begun | null {
  // Most lines start with another letter, and the patterns dominate the time for reading a queue.
  if (!MAY_BEGIN.test(line.text)) return null;
  const [match, name = ''] = FIELD.exec(line.text) ?? SUMMARY.exec(line.text) ?? [];
  return match === undefined ? null : { name: name.trim(), index, line, at: line.from + match.length };
}

/** Escapes the starts of comments. An odd number of backslashes before `<!--` marks an escape, and encodes the original number. */
export function escapeComments(text: string): string {
  return text.replace(COMMENT, (_all, slashes: string) => `${slashes}${slashes}\\<!--`);
}

function unescapeComments(text: string): string {
  if (!text.includes('<!--')) return text;
  return text.replace(COMMENT, (all, slashes: string) => (slashes.length % 2 === 0 ? all : `${slashes.slice(0, slashes.length >> 1)}<!--`));
}

/** Text that must be unescaped line by line: it contains an escape, a comment, or white space at the end of a line. */
const UNPLAIN = /[\\<]|\s\n/;

/** Reverses `escapeLines` and `escapeText`. The first line contains only escaped comments. */
export function unescaped(lines: string): string {
  if (!UNPLAIN.test(lines)) return lines.trim();
  return lines
    .split('\n')
    .map((line, n) => unescapeComments(n === 0 ? line.trimEnd() : line.trimEnd().replace(ESCAPED, '$1')))
    .join('\n')
    .trim();
}

/** Returns the unescaped text of a section. */
export const sectionText = (text: string, { bodyFrom, to }: { readonly bodyFrom: number; readonly to: number }): string =>
  unescaped(`\n${text.slice(bodyFrom, to)}`);

/** Escapes text for a field with several lines. Empty lines are removed, because they would end the field. */
export function escapeLines(text: string): string {
  const [first = '', ...others] = escapeComments(text)
    .trim()
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== '');
  return [first, ...others.map((line) => line.replace(STRUCTURAL, '$1\\'))].join('\n');
}

/** Escapes text below a task's fields, like `escapeLines` but with its empty lines. */
export function escapeText(text: string): string {
  const lines = escapeComments(text).split('\n');
  return lines.map((line) => line.replace(STRUCTURAL, '$1\\')).join('\n');
}

/** Fields whose value is one line. The text below does not belong to them. */
export const SHORT: ReadonlySet<string> = new Set(['task', 'status', 'agent', 'started', 'completed', 'approval']);

/** Returns the end of a field's value. */
export const fieldEnd = (field: TaskField): number => (SHORT.has(field.key) ? field.line.to : field.to);

/** Formats a field. */
export const formatField = (name: string, value: string): string => (name === 'Summary' ? `Summary: ${value}` : `**${name}:** ${value}`);

/** Formats a value so that it is parsed back to the same value. */
export function writtenValue(name: string, value: string, eol: string): string {
  return SHORT.has(name.toLowerCase()) ? escapeComments(oneLine(value)) : escapeLines(value).split('\n').join(eol);
}

/** Returns the value in a field's line, unescaped. */
export function plainValue({ value }: Pick<TaskField, 'value'>): string {
  return unescapeComments(value);
}

/** White space other than single spaces. */
const UNEVEN = /[^\S ]| {2}/u;

/** Collapses white space so that the text fits in one line. */
export function oneLine(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/gu, ' ').trim() : text.trim();
}

/** Returns the end of a field's text: before the next field or, for some fields, before an empty line outside of code. */
function endOf({ name, index }: Begun, lines: readonly ProseLine[], limit: number): number {
  if (!END_AT_EMPTY_LINE.has(name.toLowerCase())) return limit;
  let n = index + 1;
  while ((lines[n]?.from ?? limit) < limit && lines[n]?.text.trim() !== '') n += 1;
  return Math.min(lines[n]?.from ?? limit, limit);
}

/** Returns the fields in a range of a text, in order. @param lines the text's prose */
export function parseFields(text: string, lines: readonly ProseLine[], range: Range): TaskField[] {
  const within = linesWithin(lines, range);
  const begun = within.flatMap((line, index) => beginningOf(line, index) ?? []);
  return begun.map((field, n) => new TaskField(text, field, endOf(field, within, begun[n + 1]?.line.from ?? range.to)));
}
