import { partitionPoint } from '../partition-point.ts';
import { markdownParts, type Range } from './markdown.ts';

/** A line of Markdown outside of code blocks and comments. */
export interface ProseLine {
  /** Range of the line without its line break, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** Returns the lines outside of code blocks and comments, whose content is only an example. */
export function proseLines(text: string): ProseLine[] {
  const { fences, comments } = markdownParts(text);
  const hidden = [...fences, ...comments].sort((one, other) => one.from - other.from);
  const lines: ProseLine[] = [];
  let next = 0;
  for (let from = 0, number = 1; from < text.length; number += 1) {
    const feed = text.indexOf('\n', from);
    const end = feed < 0 ? text.length : feed;
    const to = end > from && text[end - 1] === '\r' ? end - 1 : end;
    while ((hidden[next]?.to ?? text.length) <= from && next < hidden.length) next += 1;
    if ((hidden[next]?.from ?? text.length) > from) lines.push({ from, to, text: text.slice(from, to), number });
    from = end + 1;
  }
  return lines;
}

/** Returns the lines that begin in a range, by binary search. */
export function linesWithin(lines: readonly ProseLine[], { from, to }: Range): readonly ProseLine[] {
  const first = partitionPoint(lines.length, (index) => (lines[index]?.from ?? from) < from);
  let end = first;
  while ((lines[end]?.from ?? to) < to) end += 1;
  return lines.slice(first, end);
}

/** The first line may begin with a byte order mark. */
const MARKS = /^\ufeff?(#{1,6})[ \t]/;

/** Returns the level and text of a heading. Uses no regular expression for its end, which some data would make slow. */
export function parseHeading(line: string): { readonly level: number; readonly name: string } | null {
  // Fast check, because few lines are headings.
  const [, marks = ''] = line.startsWith('#') || line.startsWith('\ufeff') ? (MARKS.exec(line) ?? []) : [];
  if (marks === '') return null;
  const start = line.indexOf(marks) + marks.length;
  const end = behindBlanks(line, line.length, start);
  let closing = end;
  while (closing > start && line.charAt(closing - 1) === '#') closing -= 1;
  // Closing `#` marks need a space before them: "C#" is a name.
  const isClosed = closing === start || ' \t'.includes(line.charAt(closing - 1));
  return { level: marks.length, name: line.slice(start, isClosed ? closing : end).trim() };
}

function behindBlanks(line: string, end: number, start: number): number {
  let to = end;
  while (to > start && ' \t'.includes(line.charAt(to - 1))) to -= 1;
  return to;
}
