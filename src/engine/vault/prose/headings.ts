import { splitHeader } from '../../text/frontmatter/split-header.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { comparable } from '../notes/comparable.ts';
import { proseParts } from './prose.ts';

/** A heading of a note: the place of what it says, without its marks. */
export interface Heading extends Range {
  readonly text: string;
}

const MARKS = /^ {0,3}#{1,6}(?=[ \t])/;
const isBlank = (char: string) => char === ' ' || char === '\t' || char === '\r';

/** Where the text of a heading's line ends, without the marks that may close it. */
function textEnd(line: string): number {
  let end = line.trimEnd().length;
  const before = end;
  while (line.charAt(end - 1) === '#') end -= 1;
  // `C#` is no closing mark.
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

/** The headings of a note that begin with `#`, in the order of the text; those in code and comments are none. */
export function findHeadings(text: string): Heading[] {
  const { bodyFrom } = splitHeader(text);
  const walk = new RangeWalk(proseParts(text, bodyFrom).prose);
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

/** The heading that a link means: `#part` or `#chapter#part`. @returns `null` when the text has none such */
export function headingCalled(text: string, called: string): Heading | null {
  const wanted = asCompared(called.slice(called.lastIndexOf('#') + 1));
  return findHeadings(text).find((heading) => asCompared(heading.text) === wanted) ?? null;
}
