import type { Range } from '../kernel/markdown.ts';
import type { ProseLine } from '../kernel/prose-lines.ts';

/** A line `**Name:** value` of a task, or its line `Summary: …` (seed 5, "Work Queue Format", "Completion Format"). */
export interface TaskField {
  readonly name: string;
  /** What stands in its line. */
  readonly value: string;
  /** With the lines below it that go on with it. */
  readonly text: string;
  /** Its line, without the line break. */
  readonly line: ProseLine;
  /** Where the value begins in the text, UTF-16 code units. */
  readonly valueFrom: number;
  /** Behind the last line that goes on with it, without the line break. */
  readonly to: number;
}

const FIELD = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*:\n]{1,80})(?::\*\*|\*\*:)/;
const MAY_BEGIN = /^[ \t]*[-*+sS]/;
const SUMMARY = /^[ \t]*(Summary):/i;
/** What would begin something of its own if it stood in the text of a field, and the mark that keeps it from that. */
const ESCAPED = /^([ \t]*)\\(?=\\*(?:#|\*\*|[-*+][ \t]+\*\*|Summary:|`{3}|~{3}))/i;
const STRUCTURAL = /^([ \t]*)(?=\\*(?:#|\*\*|[-*+][ \t]+\*\*|Summary:|`{3}|~{3}))/i;
/** A comment hides what follows it, wherever in a line it begins. */
const COMMENT = /(\\*)<!--/g;

interface Begun {
  readonly name: string;
  /** Of its line among the text's prose. */
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

/** Lines as they were meant: without the marks that `escapeLines` has put before those below the first. */
function unescaped(lines: string): string {
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

/** Where the text of a field ends: before the next one; that of a summary also with an empty line that is in no code. */
function endOf(text: string, { name, index }: Begun, lines: readonly ProseLine[], limit: number): number {
  const from = lines[index]?.from ?? limit;
  let to = limit;
  for (let n = index + 1; name.toLowerCase() === 'summary' && (lines[n]?.from ?? limit) < to; n += 1) {
    if (lines[n]?.text.trim() === '') to = lines[n]?.from ?? limit;
  }
  return from + text.slice(from, to).trimEnd().length;
}

/** The index of the first line that begins at `from` or later. */
function firstAt(lines: readonly ProseLine[], from: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.from ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The fields that stand in a part of a text, in their order. @param lines the text's prose */
export function fieldsIn(text: string, lines: readonly ProseLine[], { from, to }: Range): TaskField[] {
  const begun: Begun[] = [];
  for (let n = firstAt(lines, from); (lines[n]?.from ?? to) < to; n += 1) {
    const line = lines[n];
    const field = line === undefined ? null : beginningOf(line, n);
    if (field !== null) begun.push(field);
  }
  return begun.map((field, n) => fieldOf(text, field, endOf(text, field, lines, begun[n + 1]?.line.from ?? to)));
}

/** A team has very many: one literal, as objects that are put together from others cost several times as much. */
function fieldOf(text: string, { name, line, at }: Begun, end: number): TaskField {
  const written = text.slice(at, line.to);
  const value = written.trim();
  return {
    name,
    value,
    text: end <= line.to ? unescapeComments(value) : unescaped(text.slice(at, end)),
    line,
    valueFrom: at + (written.length - written.trimStart().length),
    to: Math.max(end, line.to),
  };
}
