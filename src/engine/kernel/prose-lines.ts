import { markdownParts } from './markdown.ts';

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

const MARKS = /^(#{1,6})[ \t]/;

/** The level and the text of a heading; no expression looks for its end, which data could make slow. */
export function headingOf(line: string): { readonly level: number; readonly name: string } | null {
  const [, marks = ''] = MARKS.exec(line) ?? [];
  if (marks === '') return null;
  let end = line.length;
  while (end > marks.length && ' \t#'.includes(line.charAt(end - 1))) end -= 1;
  return { level: marks.length, name: line.slice(marks.length, end).trim() };
}
