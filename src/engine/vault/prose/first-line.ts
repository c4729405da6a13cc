import { isTableDelimiter, type Range } from '../../text/markdown/markdown.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { readLink } from '../links/wikilinks.ts';
import { proseParts } from './prose.ts';

const MOST_CHARACTERS = 150;

/** Lines that say nothing by themselves: headings, comments, rows of tables, rules, single tags. */
const MARKS = /^(?:#{1,6}(?:[ \t]|$)|<!--|\||[-=*_|: \t]+$|<\/?[A-Za-z][\w-]*(?:\s[^>]*)?>$)/;
/** Nothing but pictures, with a link around them or not. */
const PICTURES = /^(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?\s*|!\[\[[^\]]*\]\]\s*)+$/;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const SECTION = /^<!--[ \t]*AUTO:/;
const SECTION_END = /<!--[ \t]*\/AUTO:/;
/** What follows the line makes it a heading. */
const UNDERLINE = /^(?:=+|-+)$/;
/** Of a list or a quote, which no underline makes a heading. */
const ITEM = /^(?:[-+*>]|\d{1,9}[.)])/;

/** White space that is not a single blank; most texts have none of it. */
const UNEVEN = /\s{2}|[^\S ]/;

/** As much of a text as is shown in one line: white space joined, at most 150 characters. */
export function shorten(text: string): string {
  // Twice as many units hold them all, and the blanks around them; the rest of a long text is not looked at.
  const even = text.slice(0, 2 * MOST_CHARACTERS + 2);
  const start = UNEVEN.test(even)
    ? text
        .slice(0, 8 * MOST_CHARACTERS)
        .replace(/\s+/g, ' ')
        .trim()
    : even.trim();
  if (start.length <= MOST_CHARACTERS) return start;
  let end = 0;
  for (let count = 0; count < MOST_CHARACTERS && end < start.length; count += 1) end += (start.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return start.slice(0, end).trimEnd();
}

type Ends = (line: string) => boolean;

/** What ends the part of a text that a line begins and that is no prose; `null` when it begins none. */
function partEnd(line: string): Ends | null {
  const [, ticks, tildes] = FENCE.exec(line) ?? [];
  const run = ticks ?? tildes;
  if (run !== undefined) return (next) => next.startsWith(run) && next === run.charAt(0).repeat(next.length);
  if (SECTION.test(line)) return SECTION_END.test(line) ? null : (next) => SECTION_END.test(next);
  return line.startsWith('<!--') && !line.includes('-->') ? (next) => next.includes('-->') : null;
}

/** Whether the next line tells that a line is a heading, or the head of a table. */
function isHead(line: string, next: string): boolean {
  return UNDERLINE.test(next) ? !ITEM.test(line) : isTableDelimiter(next);
}

/** Lines that are hidden as a whole are as blank ones. */
function* trimmedLines(text: string, from: number, hidden: readonly Range[]): Iterable<string> {
  const walk = new RangeWalk(hidden);
  for (let at = from; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end).trim();
    const begin = text.indexOf(line, at);
    const range = walk.at(begin);
    yield range !== null && range.from <= begin && begin + line.length <= range.to ? '' : line;
    at = end + 1;
  }
}

/** The lines of a text without the parts that are no prose, but for the rows below the head of a table without bars around it. */
function* proseOf(text: string, from: number, hidden: readonly Range[]): Iterable<string> {
  let ends: Ends | null = null;
  for (const line of trimmedLines(text, from, hidden)) {
    if (ends !== null) {
      if (ends(line)) ends = null;
      continue;
    }
    ends = partEnd(line);
    if (ends === null) yield line;
  }
}

function firstProse(text: string, from: number, hidden: readonly Range[]): string {
  let found = '';
  let isInTable = false;
  for (const line of proseOf(text, from, hidden)) {
    if (found !== '' && !isHead(found, line)) break;
    isInTable = line !== '' && (isInTable || (found !== '' && line.includes('|')));
    found = isInTable || MARKS.test(line) || PICTURES.test(line) ? '' : line;
  }
  return found;
}

/**
 * The first line of a note's body that is prose, at most 150 characters (seed 2, "description"): no heading, which mostly repeats the
 * name, no code, formula, comment, table or picture, and nothing of a section that programs fill. Empty where there is none.
 * @param from where the body begins
 * @param hidden of `proseParts`
 */
export function firstLine(text: string, from = 0, hidden = proseParts(text, from).hidden): string {
  return shorten(firstProse(text, from, hidden));
}

const WIKILINK = /!?\[\[([^[\]]*)\]\]/g;
const MARKDOWN_LINK = /!?\[([^[\]]*)\]\((?:<[^<>]*>|[^\s()]*)(?:[ \t]+"[^"]*")?\)/g;

function labelOf(inner: string): string {
  const { target, heading, label } = readLink(inner);
  return label ?? [target, ...(heading ?? '').split('#')].filter((part) => part !== '').join(' > ');
}

/** A line with what its links are shown as in their place: in a header they would be links once more. */
export function withoutLinks(line: string): string {
  let plain = line.slice(0, 8 * MOST_CHARACTERS);
  // Brackets around brackets.
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(WIKILINK, (_, inner: string) => labelOf(inner)).replace(MARKDOWN_LINK, '$1');
  }
  return plain;
}

/** As `firstLine`, as it can stand in a header: links are what they are shown as. */
export function firstLineForHeader(text: string, from = 0, hidden = proseParts(text, from).hidden): string {
  return shorten(withoutLinks(firstProse(text, from, hidden)));
}
