// Own code instead of a library, because files are edited in place, and libraries rewrite them: docs/decisions/0049-custom-code.md
import { Closings } from './markdown-closings.ts';

/** A range of a text in UTF-16 code units; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The parts of a Markdown text by kind. Each list is in order, and together they cover the whole text. */
export interface MarkdownParts {
  /** Visible text. */
  readonly prose: Range[];
  /** Fenced code with its fences. */
  readonly fences: Range[];
  /** Inline code with its backticks. */
  readonly spans: Range[];
  /** HTML comments. */
  readonly comments: Range[];
}

interface Fence {
  readonly char: string;
  readonly length: number;
  /** How many block quotes contain it. */
  readonly quotes: number;
  /** Columns before it, inside those quotes. */
  readonly indent: number;
}

/** Columns by which a closing fence may be indented more than its opening one. */
const FENCE_SLACK = 3;
const TAB = 4;

const PLAIN = /[ \t]*[^\s\d>#|<=*_+`~-]/y;
const OPENING = /((?:[ \t]*>)*)((?:[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})/y;
const CLOSING = /([ \t]*)(`{3,}|~{3,})[ \t\r]*$/y;
const QUOTE = /[ \t]*>/y;
const BLANK = /^[ \t\r>]*$/;
/** A line that ends the paragraph before it: a heading, list item, table row, underline or rule. */
const BEGINS_BLOCK = /^[ \t>]*(?:#{1,6}[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t]|\||[-=*_][-=*_ \t]*\r?$)/;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;
const COMMENT_LINE = /^[ \t>]*<!--/;
const INLINE = /\\[\\`<]|`+|<!--/g;

/** Returns the width of white space in columns. */
export function columns(indent: string): number {
  let column = 0;
  for (const char of indent) column += char === '\t' ? TAB - (column % TAB) : 1;
  return column;
}

/** Reads a text line by line, groups lines into blocks, and finds inline code and comments within a block. */
class MarkdownScanner {
  readonly parts: MarkdownParts = { prose: [], fences: [], spans: [], comments: [] };
  readonly #text: string;
  #at: number;
  /** Start of the prose that is not in `parts` yet. */
  #proseFrom: number;
  #blockFrom: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = this.#proseFrom = this.#blockFrom = from;
  }

  scan(): MarkdownParts {
    const text = this.#text;
    while (this.#at < text.length) {
      const end = this.#lineEnd(this.#at);
      const fence = this.#isPlain() ? undefined : this.#openingFence(end);
      if (fence === undefined) this.#at = end + 1;
      else if (fence !== null) this.#skipFence(fence, end);
      else this.#line(text.slice(this.#at, end), end);
    }
    this.#endBlock(text.length);
    this.#cut(null, text.length, text.length);
    return this.parts;
  }

  /** Whether the line begins with a letter or the like, so that it only continues its paragraph. */
  #isPlain(): boolean {
    PLAIN.lastIndex = this.#at;
    return PLAIN.test(this.#text);
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? this.#text.length : end;
  }

  #line(line: string, end: number): void {
    if (COMMENT_LINE.test(line)) {
      this.#endBlock(this.#at);
      this.#skipComment(this.#text.indexOf('<!--', this.#at));
      return;
    }
    const blank = BLANK.test(line);
    if (blank || BEGINS_BLOCK.test(line)) this.#endBlock(this.#at);
    this.#at = end + 1;
    if (blank || HEADING.test(line)) this.#endBlock(Math.min(this.#at, this.#text.length));
  }

  /** A comment that begins a line ends at its `-->`, even after blank lines, or at the end of the text. */
  #skipComment(start: number): void {
    const close = this.#text.indexOf('-->', start + 2);
    const end = close < 0 ? this.#text.length : close + 3;
    this.#cut('comments', start, end);
    this.#blockFrom = end;
    this.#at = Math.min(this.#lineEnd(end) + 1, this.#text.length);
  }

  #openingFence(end: number): Fence | null {
    OPENING.lastIndex = this.#at;
    const match = OPENING.exec(this.#text);
    if (match === null) return null;
    const [, quotes = '', indent = '', run = ''] = match;
    const char = run.charAt(0);
    // Backticks after the fence make it inline code.
    if (char === '`' && this.#text.slice(OPENING.lastIndex, end).includes('`')) return null;
    return { char, length: run.length, quotes: quotes.split('>').length - 1, indent: columns(indent) };
  }

  #skipFence(fence: Fence, firstEnd: number): void {
    const start = this.#at;
    this.#endBlock(start);
    this.#at = firstEnd + 1;
    while (this.#at < this.#text.length) {
      const end = this.#lineEnd(this.#at);
      const inner = this.#afterQuotes(fence.quotes);
      if (inner === null) break;
      this.#at = end + 1;
      if (isClosing(this.#text.slice(inner, end), fence)) break;
    }
    this.#at = Math.min(this.#at, this.#text.length);
    this.#cut('fences', start, this.#at);
    this.#blockFrom = this.#at;
  }

  /** Returns the offset after the block quote markers of a line; `null` if it has too few, which ends the quote. */
  #afterQuotes(count: number): number | null {
    let offset = this.#at;
    for (let n = 0; n < count; n += 1) {
      QUOTE.lastIndex = offset;
      if (!QUOTE.test(this.#text)) return null;
      offset = QUOTE.lastIndex;
    }
    return offset;
  }

  #endBlock(end: number): void {
    const start = this.#blockFrom;
    this.#blockFrom = end;
    const block = this.#text.slice(start, end);
    // Most blocks have neither, and two searches cost less than the regular expression.
    if (block.includes('`') || block.includes('<!--')) this.#inline(block, start);
  }

  #inline(block: string, start: number): void {
    const closings = new Closings(block);
    INLINE.lastIndex = 0;
    for (let match = INLINE.exec(block); match !== null; match = INLINE.exec(block)) {
      const [token] = match;
      const end = token.startsWith('\\') ? -1 : closings.end(token, match.index);
      if (end < 0) continue;
      this.#cut(token === '<!--' ? 'comments' : 'spans', start + match.index, start + end);
      INLINE.lastIndex = end;
    }
  }

  /** Ends the prose, and records the part between it and the next. */
  #cut(kind: Exclude<keyof MarkdownParts, 'prose'> | null, from: number, to: number): void {
    if (this.#proseFrom < from) this.parts.prose.push({ from: this.#proseFrom, to: from });
    if (kind !== null) this.parts[kind].push({ from, to });
    this.#proseFrom = to;
  }
}

function isClosing(line: string, { char, length, indent }: Fence): boolean {
  CLOSING.lastIndex = 0;
  const [, before = '', run = ''] = CLOSING.exec(line) ?? [];
  return run.startsWith(char) && run.length >= length && columns(before) <= indent + FENCE_SLACK;
}

/**
 * Splits a Markdown text into prose, code and comments, in one pass of linear time. Fences follow CommonMark at any depth of lists and
 * block quotes; an unclosed one extends to the end. Inline code ends in its paragraph. A comment that begins a line may span blank lines;
 * any other ends in its paragraph. Indented code counts as prose, because indented text is mostly a list item.
 * @param from where the body begins
 */
export function markdownParts(text: string, from = 0): MarkdownParts {
  // Most texts have no code and no comments.
  if (!['`', '~~~', '<!--'].some((mark) => text.includes(mark, from))) {
    return { prose: from < text.length ? [{ from, to: text.length }] : [], fences: [], spans: [], comments: [] };
  }
  return new MarkdownScanner(text, from).scan();
}

const DELIMITER = /^[ \t>]*[|:-][|: \t-]*\r?$/;

/** Whether a line is the delimiter row of a table, also in a block quote, so that the line before it is the header. */
export function isTableDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && DELIMITER.test(line);
}

/** Returns the line break at the end of the first line; `\n` by default. */
export function detectLineBreak(text: string): '\n' | '\r\n' {
  return text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
}

/** Returns the offsets of all line starts, to look up many places. For a single place use `lineAndColumn`. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** Returns a function from offsets to 1-based lines, without a list of all lines. Offsets must not decrease. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let feed = text.indexOf('\n');
  return (offset) => {
    for (; feed >= 0 && feed < offset; feed = text.indexOf('\n', feed + 1)) line += 1;
    return line;
  };
}

/** Returns the 1-based line and column (UTF-16 code units) of an offset. @param starts result of `lineStarts` */
export function lineAndColumnAt(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
