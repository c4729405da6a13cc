import { partitionPoint } from '../partition-point.ts';
import { markdownParts, type Range } from './markdown.ts';

/** A line of Markdown that is no code and no comment. */
export interface ProseLine {
  /** Where it begins and ends in the text, without its line break; UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** The lines of a text in which something of ours may stand: what is in a code block or a comment is an example. */
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

/** The lines of a text that begin in a part of it; a long text is not gone through for each of its parts. */
export function linesWithin(lines: readonly ProseLine[], { from, to }: Range): readonly ProseLine[] {
  const first = partitionPoint(lines.length, (index) => (lines[index]?.from ?? from) < from);
  let end = first;
  while ((lines[end]?.from ?? to) < to) end += 1;
  return lines.slice(first, end);
}

/** In the first line a byte order mark may stand before it. */
const MARKS = /^\ufeff?(#{1,6})[ \t]/;

/** The level and the text of a heading; no expression looks for its end, which data could make slow. */
export function headingOf(line: string): { readonly level: number; readonly name: string } | null {
  // Few lines are headings, and every line of every file is asked.
  const [, marks = ''] = line.startsWith('#') || line.startsWith('\ufeff') ? (MARKS.exec(line) ?? []) : [];
  if (marks === '') return null;
  const start = line.indexOf(marks) + marks.length;
  const end = behindBlanks(line, line.length, start);
  let closing = end;
  while (closing > start && line.charAt(closing - 1) === '#') closing -= 1;
  // Marks at the end close the heading only behind a blank: "C#" is a name.
  const isClosed = closing === start || ' \t'.includes(line.charAt(closing - 1));
  return { level: marks.length, name: line.slice(start, isClosed ? closing : end).trim() };
}

function behindBlanks(line: string, end: number, start: number): number {
  let to = end;
  while (to > start && ' \t'.includes(line.charAt(to - 1))) to -= 1;
  return to;
}
