import { isTableDelimiter, type MarkdownParts, type Range } from '../../text/markdown/markdown.ts';
import { findMarkers } from '../moc/markers.ts';
import { subtractRanges } from './range-walk.ts';

/** Ranges of a text in which links may be made. */
export interface LinkableText {
  /** Ranges that must not change: links and other brackets, tags, addresses, sections that programs fill. */
  readonly kept: readonly Range[];
  /** Prose in which a mention may become a link with a label: without the ranges in `kept`, headings and tables. */
  readonly mentions: readonly Range[];
}

/** Returns the union of ranges, sorted and without overlap. */
function merged(ranges: readonly Range[]): Range[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** Link reference definition. */
const DEFINITION = /^ {0,3}\[(?!\^)[^[\]]{1,999}\]:/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t\r]*$/;
/** Table row with a leading pipe, as most tables have it. */
const ROW = /^[ \t>]*\|/;
const EMPTY = /^[ \t>]*\r?$/;

/** Detects table rows. Lines must be given in order. A table's head is recognized only by the line below it. */
class Tables {
  #isInside = false;

  isRow(line: string): boolean {
    this.#isInside = isTableDelimiter(line) || (this.#isInside && !EMPTY.test(line));
    return this.#isInside || ROW.test(line);
  }
}

/** Reports whether a line makes the line above it a heading or a table head. */
const isBelowHead = (line: string) => UNDERLINE.test(line) || isTableDelimiter(line);

interface Lines {
  readonly kept: Range[];
  /** Headings and table rows. In a table, the `|` of a label would end the cell. */
  readonly unlabelled: Range[];
}

function sortLines(text: string, bodyFrom: number): Lines {
  const lines: Lines = { kept: [], unlabelled: [] };
  const tables = new Tables();
  let before: Range | null = null;
  for (let from = bodyFrom; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    const line = text.slice(from, to);
    const isRow = tables.isRow(line);
    if (DEFINITION.test(line)) lines.kept.push({ from, to });
    else if (isRow || HEADING.test(line)) lines.unlabelled.push({ from, to });
    if (before !== null && isBelowHead(line)) lines.unlabelled.push(before);
    before = { from, to };
    from = to + 1;
  }
  return lines;
}

/** Finds pairs of brackets and HTML tags, paragraph by paragraph, even if code or comments are between them. */
class Pairs {
  readonly found: Range[] = [];
  readonly #text: string;
  #square: number[] = [];
  /** Opening parentheses, and whether each begins the address of a link. */
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
        // Escaped characters have no special meaning.
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

/** Returns words that are addresses, such as URLs. */
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
 * Returns the ranges of a note's text in which links may be made, in one pass.
 * @param prose of the body, from `splitProse`
 * @returns `null` if the section markers are invalid and a person must fix them first
 */
export function linkableText(text: string, bodyFrom: number, { prose }: Pick<MarkdownParts, 'prose'>): LinkableText | null {
  const markers = findMarkers(text);
  if (markers.problems.length > 0) return null;
  const sections = markers.sections.map(({ open, close }) => ({ from: open.from, to: close.to }));
  const lines = sortLines(text, bodyFrom);
  const kept = merged([...sections, ...lines.kept, ...new Pairs(text).scan(prose), ...addresses(text, prose)]);
  return { kept, mentions: subtractRanges(prose, merged([...kept, ...lines.unlabelled])) };
}
