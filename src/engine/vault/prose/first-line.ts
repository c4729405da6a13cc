import { unescapeMarkers } from '../../text/conflicts/escaped-markers.ts';
import { isTableDelimiter, type Range } from '../../text/markdown/markdown.ts';
import { withoutControl } from '../../text/one-line.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { readLink } from '../links/wikilinks.ts';
import { filledText, splitProse } from './prose.ts';
import { withoutMarks } from './without-marks.ts';

const MAX_CHARACTERS = 150;

/** Lines that are no prose: headings, hashtags, comments, table rows, rules, single HTML tags. */
const MARKS = /^(?:#{1,6}(?:[ \t]|$)|#[^\s#]+(?:[ \t]+#[^\s#]+)*$|<!--|\||[-=*_|: \t]+$|<\/?[A-Za-z][\w-]*(?:\s[^>]*)?>$)/;
/** Lines of only pictures, with or without links around them. */
const PICTURES = /^(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?\s*|!\[\[[^\]]*\]\]\s*)+$/;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const SECTION = /^<!--[ \t]*AUTO:/;
const SECTION_END = /<!--[ \t]*\/AUTO:/;
/** Line that makes the line above it a heading. */
const UNDERLINE = /^(?:=+|-+)$/;
/** List item or quote, which an underline does not make a heading. */
const ITEM = /^(?:[-+*>]|\d{1,9}[.)])/;

/** White space other than single blanks. Most texts contain none. */
const UNEVEN = /\s{2}|[^\S ]/;

/** Shortens a text to one line: white space collapsed, at most 150 characters. */
export function shorten(text: string): string {
  // Twice as many code units always hold 150 characters and surrounding blanks, so the rest is not read.
  const even = text.slice(0, 2 * MAX_CHARACTERS + 2);
  const start = UNEVEN.test(even)
    ? text
        .slice(0, 8 * MAX_CHARACTERS)
        .replace(/\s+/g, ' ')
        .trim()
    : even.trim();
  if (start.length <= MAX_CHARACTERS) return start;
  let end = 0;
  for (let count = 0; count < MAX_CHARACTERS && end < start.length; count += 1) end += (start.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return start.slice(0, end).trimEnd();
}

type Ends = (line: string) => boolean;

/** Returns the end condition of the non-prose block that a line starts; `null` if it starts none. */
function partEnd(line: string): Ends | null {
  const [, ticks, tildes] = FENCE.exec(line) ?? [];
  const run = ticks ?? tildes;
  if (run !== undefined) return (next) => next.startsWith(run) && next === run.charAt(0).repeat(next.length);
  if (SECTION.test(line)) return SECTION_END.test(line) ? null : (next) => SECTION_END.test(next);
  return line.startsWith('<!--') && !line.includes('-->') ? (next) => next.includes('-->') : null;
}

/** Reports whether the next line makes a line a heading or a table head. */
function isHead(line: string, next: string): boolean {
  return UNDERLINE.test(next) ? !ITEM.test(line) : isTableDelimiter(next);
}

/** Yields trimmed lines. Hidden lines are yielded as empty ones. */
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

/** Yields the lines of a text without non-prose blocks. Rows of a table without leading pipes are still included. */
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
  return unescapeMarkers(found);
}

/**
 * Returns the first line of prose in a note's body, at most 150 characters (seed 2, "description"). Skips headings, which mostly repeat
 * the name, code, formulas, comments, tables, pictures, and sections that programs fill. Empty if there is none.
 * @param from offset of the body
 * @param hidden from `splitProse`
 */
export function firstProseLine(text: string, from = 0, hidden = splitProse(text, from).hidden): string {
  return shorten(firstProse(text, from, hidden));
}

const WIKILINK = /!?\[\[([^[\]]*)\]\]/g;
const MARKDOWN_LINK = /!?\[([^[\]]*)\]\((?:<[^<>]*>|[^\s()]*)(?:[ \t]+"[^"]*")?\)/g;

function labelOf(inner: string): string {
  const { target, heading, label } = readLink(inner);
  return label ?? [target, ...(heading ?? '').split('#')].filter((part) => part !== '').join(' > ');
}

/** Replaces the links in a line by their displayed text, because they would be links again in a header. */
export function withoutLinks(line: string): string {
  let plain = line.slice(0, 8 * MAX_CHARACTERS);
  // Repeat for nested brackets.
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(WIKILINK, (_, inner: string) => labelOf(inner)).replace(MARKDOWN_LINK, '$1');
  }
  return plain;
}

/** Comments of Obsidian, and HTML comments except the markers of generated sections, which `proseOf` needs. */
const COMMENT = /^[ \t>]*(?:%%|<!--(?![ \t]*\/?AUTO:))/;

/** Like `firstProseLine`, for a header: without comments, marks of Markdown and control characters, and links are replaced by their displayed text. */
export function firstLineForHeader(text: string): string {
  const { hidden, comments } = splitProse(text);
  const areComments = (ranges: readonly Range[]) => ranges.filter(({ from }) => COMMENT.test(text.slice(from, from + 80)));
  // An HTML comment may be within one of Obsidian.
  const visible = filledText(filledText(text, areComments(hidden), ' '), areComments(comments), ' ');
  return shorten(withoutControl(withoutMarks(withoutLinks(firstProse(visible, 0, hidden)))));
}
