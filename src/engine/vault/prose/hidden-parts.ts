import { columns, type Range } from '../../text/markdown/markdown.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { findHiddenInline } from './hidden-inline.ts';

/** Replacements for code and comments while a text is scanned. They have no meaning in Markdown. */
export const FILLING = { span: '\ue000', other: '\ue001' } as const;

const QUOTES = /^(?: {0,3}> ?)*/;
const BLANK = /^[ \t\r]*$/;
const INDENT = /^[ \t]*/;
const ITEM = /^([ \t]*)([-+*]|\d{1,9}[.)])([ \t]+|\r?$)/;
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;
/** Lines that start no paragraph: headings, underlines, rules, and comments that were replaced. */
const ALONE = /^[ \t]*(?:#{1,6}(?:[ \t\r]|$)|(?:[-=*_][ \t]*)+\r?$|\ue001)/u;
const ROW = /^[ \t]*\|/;
/** Lines indented by this many columns more than their item or footnote are code. */
const CODE_INDENT = 4;
/** With more blanks than this after its marker, the text of a list item is code. */
const MAX_BEHIND_MARKER = 4;

const SHOWN_AS_IT_IS = /^[ \t]*<(?:pre|script|style|textarea)(?=[\s>]|$)/i;
const SHOWN_END = /<\/(?:pre|script|style|textarea)>/i;
const BLOCK_MARK = /^[ \t]*(%%|\$\$)/;

/** Line without the marks of its block quotes. */
interface QuotedLine {
  readonly quotes: number;
  readonly text: string;
}

function quotedLine(line: string): QuotedLine {
  const marks = QUOTES.exec(line)?.[0] ?? '';
  return { quotes: marks.split('>').length - 1, text: line.slice(marks.length) };
}

/** List items and footnotes that a line may continue, as the columns of their text, innermost last. */
class Containers {
  /** One list for each depth of block quotes. */
  #texts: number[][] = [[]];

  /** Enters a quote depth. Items inside quotes that ended are dropped. */
  enter(quotes: number): number[] {
    this.#texts = this.#texts.slice(0, quotes + 1);
    while (this.#texts.length <= quotes) this.#texts.push([]);
    return this.#texts[quotes] ?? [];
  }
}

/** Returns the offset of an item's text in a line, and adds the columns of the items that start there. */
function enterItems(content: string, texts: number[]): number {
  let at = 0;
  let column = 0;
  for (let match = ITEM.exec(content); match !== null; match = ITEM.exec(content.slice(at))) {
    const [all, indent = '', marker = '', space = ''] = match;
    const gap = columns(space);
    const marked = column + columns(indent) + marker.length;
    while ((texts.at(-1) ?? 0) > marked - marker.length) texts.pop();
    column = marked + (gap === 0 || gap > MAX_BEHIND_MARKER ? 1 : gap);
    texts.push(column);
    at += all.length;
  }
  return at;
}

/** Scans a text line by line for parts that are shown as source, as a formula, or not at all. */
class HiddenScanner {
  readonly found: Range[] = [];
  readonly #fences: RangeWalk;
  readonly #containers = new Containers();
  /** Whether a line may continue the previous line's paragraph. If so, indented code cannot start. */
  #isInParagraph = false;
  #paragraphFrom: number;
  #quotes = 0;
  /** Quote depth of an HTML block that is not closed yet. */
  #shownIn: number | null = null;
  /** Marks without a closing mark after the current position. */
  readonly #unclosed = new Set<string>();

  /**
   * @param text the text as written
   * @param filled the text with code and comments replaced
   */
  constructor(
    private readonly text: string,
    private readonly filled: string,
    private readonly from: number,
    fences: readonly Range[],
  ) {
    this.#fences = new RangeWalk(fences);
    this.#paragraphFrom = from;
  }

  scan(): Range[] {
    let at = this.from;
    while (at < this.filled.length) {
      const newline = this.filled.indexOf('\n', at);
      const end = newline < 0 ? this.filled.length : newline;
      const fence = this.#fences.at(at);
      at = fence !== null && fence.from <= at ? this.#fence(at, fence) : this.#line(at, end);
    }
    this.#endParagraph(this.filled.length);
    return this.found;
  }

  /** Handles fenced code, which may start a list item. */
  #fence(at: number, { from, to }: Range): number {
    this.#endParagraph(at);
    if (at === from && this.#shownIn === null) {
      const [first = ''] = this.text.slice(from, to).split('\n', 1);
      const { quotes, text: content } = quotedLine(first);
      this.#quotes = quotes;
      enterItems(content, this.#containers.enter(quotes));
    }
    this.#paragraphFrom = to;
    return to;
  }

  /** @returns the offset at which to continue */
  #line(at: number, end: number): number {
    const line = this.filled.slice(at, end);
    const { quotes, text: content } = quotedLine(line);
    if (this.#shownIn !== null) return this.#shown(quotes, at, end);
    if (BLANK.test(content)) this.#endParagraph(at);
    else if (this.#isCode(content, quotes, at)) this.#hide(at, end);
    else return this.#text(content, at, end);
    this.#paragraphFrom = end + 1;
    return end + 1;
  }

  #isCode(content: string, quotes: number, at: number): boolean {
    if (quotes > this.#quotes) this.#endParagraph(at);
    const isLazy = this.#isInParagraph && !ITEM.test(content) && !ALONE.test(content);
    if (isLazy) return false;
    this.#quotes = quotes;
    const texts = this.#containers.enter(quotes);
    const indent = columns(INDENT.exec(content)?.[0] ?? '');
    // A nested item is an item, however far it is indented.
    const isItem = ITEM.test(content);
    while ((texts.at(-1) ?? 0) > indent && !content.startsWith(FILLING.other)) texts.pop();
    return !this.#isInParagraph && indent >= (texts.at(-1) ?? 0) + CODE_INDENT && !(isItem && texts.length > 0);
  }

  #text(content: string, at: number, end: number): number {
    const texts = this.#containers.enter(this.#quotes);
    const isItem = ITEM.test(content);
    const isAlone = ALONE.test(content);
    if (isItem || isAlone || ROW.test(content)) this.#endParagraph(at);
    const inner = isAlone ? 0 : enterItems(content, texts);
    if (FOOTNOTE.test(content)) texts.push(CODE_INDENT);
    const begin = end - content.length + inner;
    if (SHOWN_AS_IT_IS.test(content.slice(inner))) {
      this.#endParagraph(at);
      this.#shownIn = this.#quotes;
      return this.#shown(this.#quotes, at, end);
    }
    const behind = this.#blockEnd(content.slice(inner), begin, end);
    if (behind !== null) return behind;
    this.#isInParagraph = true;
    if (isAlone) this.#endParagraph(Math.min(end + 1, this.filled.length));
    return end + 1;
  }

  /** Handles a comment or formula that starts a line and is not closed in it. It may contain blank lines. */
  #blockEnd(content: string, at: number, end: number): number | null {
    const [all, mark = ''] = BLOCK_MARK.exec(content) ?? [];
    if (all === undefined || this.#unclosed.has(mark) || content.includes(mark, all.length)) return null;
    if (this.#closesInline(mark, at + all.length - mark.length, end)) return null;
    const close = this.filled.indexOf(mark, end);
    if (close < 0) {
      this.#unclosed.add(mark);
      return null;
    }
    this.#hide(at, close + mark.length);
    this.#paragraphFrom = close + mark.length;
    return this.#paragraphFrom;
  }

  /** Reports whether a mark at the start of a line closes one that the paragraph opened before. */
  #closesInline(mark: string, at: number, end: number): boolean {
    const from = this.#paragraphFrom;
    if (!this.#isInParagraph || !this.filled.slice(from, at).includes(mark)) return false;
    const hidden = findHiddenInline(this.filled.slice(from, end), from);
    const covering = hidden.findIndex((range) => range.from < at && at < range.to);
    if (covering < 0) return false;
    this.found.push(...hidden.slice(0, covering + 1));
    this.#paragraphFrom = hidden[covering]?.to ?? from;
    return true;
  }

  #shown(quotes: number, at: number, end: number): number {
    if (quotes < (this.#shownIn ?? 0)) {
      this.#shownIn = null;
      return at;
    }
    this.#hide(at, end);
    if (SHOWN_END.test(this.text.slice(at, end))) this.#shownIn = null;
    this.#paragraphFrom = end + 1;
    return end + 1;
  }

  #hide(from: number, to: number): void {
    this.#endParagraph(from);
    this.found.push({ from, to });
  }

  #endParagraph(end: number): void {
    const from = this.#paragraphFrom;
    if (from < end) this.found.push(...findHiddenInline(this.filled.slice(from, end), from));
    this.#paragraphFrom = end;
    this.#isInParagraph = false;
  }
}

/**
 * Returns the parts of a note's text that Obsidian shows as source, as a formula or not at all, in order and without overlap: indented
 * code, `<pre>` and the like, `%%` comments, `$` and `$$` formulas. Fenced and inline code and HTML comments are not included. One pass,
 * linear for any text.
 * @param filled the text with code and comments replaced by `FILLING`, line breaks kept
 */
export function findHiddenParts(text: string, filled: string, from: number, fences: readonly Range[]): Range[] {
  return new HiddenScanner(text, filled, from, fences).scan();
}
