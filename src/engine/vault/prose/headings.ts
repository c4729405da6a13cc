import { splitHeader } from '../../text/frontmatter/split-header.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { comparable } from '../notes/comparable.ts';
import { splitProse } from './prose.ts';

/** Heading of a note: range of its text, without the marks. */
export interface Heading extends Range {
  readonly text: string;
}

const MARKS = /^ {0,3}#{1,6}(?=[ \t])/;
const isBlank = (char: string) => char === ' ' || char === '\t' || char === '\r';

/** Returns the end of a heading's text, without closing marks. */
function textEnd(line: string): number {
  let end = line.trimEnd().length;
  const before = end;
  while (line.charAt(end - 1) === '#') end -= 1;
  // In `C#` the `#` is not a closing mark.
  if (!isBlank(line.charAt(end - 1))) return before;
  return line.slice(0, end).trimEnd().length;
}

function headingIn(line: string, at: number): Heading | null {
  const marks = MARKS.exec(line)?.[0].length;
  if (marks === undefined) return null;
  let from = marks;
  while (isBlank(line.charAt(from))) from += 1;
  const to = Math.max(from, textEnd(line));
  return { from: at + from, to: at + to, text: line.slice(from, to) };
}

/** Returns the headings of a note that start with `#`, in order. Ignores code and comments. */
export function findHeadings(text: string): Heading[] {
  const { bodyFrom } = splitHeader(text);
  const walk = new RangeWalk(splitProse(text, bodyFrom).prose);
  const headings: Heading[] = [];
  for (let from = bodyFrom; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    const heading = headingIn(text.slice(from, to), from);
    if (heading !== null && (walk.at(from)?.from ?? to) <= from) headings.push(heading);
    from = to + 1;
  }
  return headings;
}

const asCompared = (text: string) => comparable(text).replace(/\s+/g, ' ').trim();

/** Returns the heading that a link names: `#part` or `#chapter#part`. @returns `null` if there is none */
export function findHeading(text: string, called: string): Heading | null {
  const wanted = asCompared(called.slice(called.lastIndexOf('#') + 1));
  return findHeadings(text).find((heading) => asCompared(heading.text) === wanted) ?? null;
}
