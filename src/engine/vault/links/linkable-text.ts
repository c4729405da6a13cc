import { isTableDelimiter, type MarkdownParts, type Range } from '../../text/markdown/markdown.ts';
import { findMarkers } from '../moc/markers.ts';
import { RangeWalk } from './range-walk.ts';

/** Where in a text links may be made. */
export interface LinkableText {
  /** What must not change at all: links and other brackets, tags, addresses, indented code, what is shown as it is, sections that programs fill. */
  readonly kept: readonly Range[];
  /** Prose in which a mention may become a link with a label: besides what is kept, headings and tables are left out. */
  readonly mentions: readonly Range[];
}

/** Ranges in order and apart from one another. */
function merged(ranges: readonly Range[]): Range[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** What is in `ranges` and not in `holes`; both are in order and without overlap. */
function without(ranges: readonly Range[], holes: readonly Range[]): Range[] {
  const result: Range[] = [];
  let next = 0;
  for (const range of ranges) {
    let { from } = range;
    while ((holes[next]?.to ?? range.to) < from) next += 1;
    for (let hole = holes[next]; hole !== undefined && hole.from < range.to; hole = holes[next]) {
      if (from < hole.from) result.push({ from, to: hole.from });
      from = Math.max(from, hole.to);
      // A hole may go on in the next range.
      if (hole.to > range.to) break;
      next += 1;
    }
    if (from < range.to) result.push({ from, to: range.to });
  }
  return result;
}

const INDENTED = /^(?: {4}| {0,3}\t)/;
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/;
const BLANK_OR_INSIDE = /^(?:[ \t]|\r?$)/;
/** Says where a link of the text leads. */
const DEFINITION = /^ {0,3}\[(?!\^)[^[\]]{1,999}\]:/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t\r]*$/;
/** Of a table, as most are written. */
const ROW = /^[ \t>]*\|/;
const EMPTY = /^[ \t>]*\r?$/;

/** Tells code that is only indented from items of lists in lists; lines are given in their order. */
class Indentation {
  #isInList = false;

  isCode(line: string): boolean {
    const isItem = ITEM.test(line);
    if (INDENTED.test(line)) return !(isItem && this.#isInList);
    this.#isInList = isItem || (this.#isInList && BLANK_OR_INSIDE.test(line));
    return false;
  }
}

/** What begins a block whose text is shown as it is written, as a formula or not at all, and what ends it, in the same line or a later one. */
const VERBATIM: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^ {0,3}\$\$/, /\$\$/],
];

/** Tells such blocks from prose; lines are given in their order. */
class Verbatim {
  #end: RegExp | null = null;

  /** @param isProse where the line begins: code begins no such block */
  isInside(line: string, isProse: boolean): boolean {
    if (this.#end !== null) {
      if (this.#end.test(line)) this.#end = null;
      return true;
    }
    for (const [begin, end] of isProse ? VERBATIM : []) {
      const [beginning] = begin.exec(line) ?? [];
      if (beginning === undefined) continue;
      this.#end = end.test(line.slice(beginning.length)) ? null : end;
      return true;
    }
    return false;
  }
}

/** Tells the rows of tables from prose, the head only where what stands below it is given; lines are given in their order. */
class Tables {
  #isInside = false;

  isRow(line: string): boolean {
    this.#isInside = isTableDelimiter(line) || (this.#isInside && !EMPTY.test(line));
    return this.#isInside || ROW.test(line);
  }
}

/** Whether a line makes a heading, or the head of a table, of the one before it. */
const isBelowHead = (line: string) => UNDERLINE.test(line) || isTableDelimiter(line);

interface Lines {
  readonly kept: Range[];
  /** Headings and rows of tables, in which a `|` would end a cell. */
  readonly unlabelled: Range[];
}

function sortLines(text: string, bodyFrom: number, prose: readonly Range[]): Lines {
  const lines: Lines = { kept: [], unlabelled: [] };
  const indentation = new Indentation();
  const tables = new Tables();
  const verbatim = new Verbatim();
  const walk = new RangeWalk(prose);
  let before: Range | null = null;
  for (let from = bodyFrom; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    const line = text.slice(from, to);
    const isRow = tables.isRow(line);
    const isProse = (walk.at(from)?.from ?? text.length) <= from;
    if (verbatim.isInside(line, isProse)) lines.kept.push({ from, to });
    else if (indentation.isCode(line) || DEFINITION.test(line)) lines.kept.push({ from, to });
    else if (isRow || HEADING.test(line)) lines.unlabelled.push({ from, to });
    if (before !== null && isBelowHead(line)) lines.unlabelled.push(before);
    before = { from, to };
    from = to + 1;
  }
  return lines;
}

/** Pairs of brackets and tags of one paragraph after the other, wherever code and comments stand in between. */
class Pairs {
  readonly found: Range[] = [];
  readonly #text: string;
  #square: number[] = [];
  /** Opening parentheses, and whether they begin the address of a link. */
  #round: { readonly at: number; readonly address: boolean }[] = [];
  #angle = -1;
  #lineIsBlank = true;

  constructor(text: string) {
    this.#text = text;
  }

  scan(prose: readonly Range[]): Range[] {
    let end = prose[0]?.from ?? 0;
    for (const { from, to } of prose) {
      if (this.#text.slice(end, from).includes('\n')) this.#endParagraph();
      if (end < from) this.#lineIsBlank = false;
      this.#scanRange(from, to);
      end = to;
    }
    return this.found;
  }

  #endParagraph(): void {
    this.#square = [];
    this.#round = [];
    this.#angle = -1;
  }

  #scanRange(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const char = this.#text.charAt(at);
      if (char === '\n') this.#endLine();
      else if (char !== ' ' && char !== '\t' && char !== '\r') {
        this.#lineIsBlank = false;
        // What is escaped is no sign.
        if (char === '\\' && this.#text.charAt(at + 1) !== '\n') at += 1;
        else this.#sign(char, at);
      }
    }
  }

  #endLine(): void {
    if (this.#lineIsBlank) this.#endParagraph();
    this.#lineIsBlank = true;
  }

  #sign(char: string, at: number): void {
    if (char === '[') this.#square.push(at);
    else if (char === '(') this.#round.push({ at, address: this.#text.charAt(at - 1) === ']' });
    else if (char === '<' && this.#angle < 0 && /[A-Za-z/!?]/.test(this.#text.charAt(at + 1))) this.#angle = at;
    else if (char === ']') this.#close(this.#square.pop(), at);
    else if (char === ')') {
      const opened = this.#round.pop();
      if (opened?.address === true) this.#close(opened.at, at);
    } else if (char === '>' && this.#angle >= 0) {
      this.#close(this.#angle, at);
      this.#angle = -1;
    }
  }

  #close(from: number | undefined, at: number): void {
    if (from !== undefined) this.found.push({ from, to: at + 1 });
  }
}

/** Words that are addresses. */
function addresses(text: string, prose: readonly Range[]): Range[] {
  return prose.flatMap(({ from, to }) => {
    const part = text.slice(from, to);
    if (!/:\/\/|@|www\./.test(part)) return [];
    return Array.from(part.matchAll(/\S+/g)).flatMap(({ 0: word, index }) =>
      /:\/\/|@|^\W?www\./.test(word) ? [{ from: from + index, to: from + index + word.length }] : [],
    );
  });
}

/**
 * Where links may be made in a note's text, in one pass over it.
 * @param parts of the body, as `markdownParts` gives them
 * @returns `null` when the markers of its sections cannot be followed: then a person should mend them first
 */
export function linkableText(text: string, bodyFrom: number, { prose }: Pick<MarkdownParts, 'prose'>): LinkableText | null {
  const markers = findMarkers(text);
  if (markers.problems.length > 0) return null;
  const sections = markers.sections.map(({ open, close }) => ({ from: open.from, to: close.to }));
  const lines = sortLines(text, bodyFrom, prose);
  const kept = merged([...sections, ...lines.kept, ...new Pairs(text).scan(prose), ...addresses(text, prose)]);
  return { kept, mentions: without(prose, merged([...kept, ...lines.unlabelled])) };
}
