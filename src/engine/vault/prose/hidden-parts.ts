import { columns, type Range } from '../../text/markdown/markdown.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { hiddenInline } from './hidden-inline.ts';

/** What stands in place of code and comments while a text is looked through: of no meaning in Markdown. */
export const FILLING = { span: '\ue000', other: '\ue001' } as const;

const QUOTES = /^(?: {0,3}> ?)*/;
const BLANK = /^[ \t\r]*$/;
const INDENT = /^[ \t]*/;
const ITEM = /^([ \t]*)([-+*]|\d{1,9}[.)])([ \t]+|\r?$)/;
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;
/** Lines that begin no paragraph: headings, underlines, rules, and comments, of which only filling is left. */
const ALONE = /^[ \t]*(?:#{1,6}(?:[ \t\r]|$)|(?:[-=*_][ \t]*)+\r?$|\ue001)/u;
const ROW = /^[ \t]*\|/;
/** So much further than its item or footnote a line is code. */
const CODE_INDENT = 4;
/** What of an item's text further than this is code already. */
const MOST_BEHIND_MARKER = 4;

const SHOWN_AS_IT_IS = /^[ \t]*<(?:pre|script|style|textarea)(?=[\s>]|$)/i;
const SHOWN_END = /<\/(?:pre|script|style|textarea)>/i;
const BLOCK_MARK = /^[ \t]*(%%|\$\$)/;

/** A line without the marks of the block quotes that it stands in. */
interface QuotedLine {
  readonly quotes: number;
  readonly said: string;
}

function quotedLine(line: string): QuotedLine {
  const marks = QUOTES.exec(line)?.[0] ?? '';
  return { quotes: marks.split('>').length - 1, said: line.slice(marks.length) };
}

/** The items and footnotes that a line may go on with, by the column that their text begins in, innermost last. */
class Containers {
  /** For each depth of block quotes. */
  #texts: number[][] = [[]];

  /** Goes to a depth of quotes; what was begun within those that ended has ended. */
  enter(quotes: number): number[] {
    this.#texts = this.#texts.slice(0, quotes + 1);
    while (this.#texts.length <= quotes) this.#texts.push([]);
    return this.#texts[quotes] ?? [];
  }
}

/** Where what an item says begins in a line; the columns of the items that begin there are added. */
function enterItems(said: string, texts: number[]): number {
  let at = 0;
  let column = 0;
  for (let match = ITEM.exec(said); match !== null; match = ITEM.exec(said.slice(at))) {
    const [all, indent = '', marker = '', space = ''] = match;
    const gap = columns(space);
    const marked = column + columns(indent) + marker.length;
    while ((texts.at(-1) ?? 0) > marked - marker.length) texts.pop();
    column = marked + (gap === 0 || gap > MOST_BEHIND_MARKER ? 1 : gap);
    texts.push(column);
    at += all.length;
  }
  return at;
}

/** Reads a text line by line for what is in it as it is written, as a formula, or not at all. */
class HiddenScanner {
  readonly found: Range[] = [];
  readonly #fences: RangeWalk;
  readonly #containers = new Containers();
  /** Whether a line may go on with the paragraph of the one before it: code cannot begin there. */
  #isInParagraph = false;
  #paragraphFrom: number;
  #quotes = 0;
  /** How many quotes a block of HTML stands in that is not closed yet. */
  #shownIn: number | null = null;
  /** Marks that nothing closes behind the place where the scan is. */
  readonly #unclosed = new Set<string>();

  /**
   * @param text as it is written
   * @param filled the text with filling in place of code and comments
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

  /** Fenced code may begin an item. */
  #fence(at: number, { from, to }: Range): number {
    this.#endParagraph(at);
    if (at === from && this.#shownIn === null) {
      const [first = ''] = this.text.slice(from, to).split('\n', 1);
      const { quotes, said } = quotedLine(first);
      this.#quotes = quotes;
      enterItems(said, this.#containers.enter(quotes));
    }
    this.#paragraphFrom = to;
    return to;
  }

  /** @returns where to go on */
  #line(at: number, end: number): number {
    const line = this.filled.slice(at, end);
    const { quotes, said } = quotedLine(line);
    if (this.#shownIn !== null) return this.#shown(quotes, at, end);
    if (BLANK.test(said)) this.#endParagraph(at);
    else if (this.#isCode(said, quotes, at)) this.#hide(at, end);
    else return this.#text(said, at, end);
    this.#paragraphFrom = end + 1;
    return end + 1;
  }

  #isCode(said: string, quotes: number, at: number): boolean {
    if (quotes > this.#quotes) this.#endParagraph(at);
    const isLazy = this.#isInParagraph && !ITEM.test(said) && !ALONE.test(said);
    if (isLazy) return false;
    this.#quotes = quotes;
    const texts = this.#containers.enter(quotes);
    const indent = columns(INDENT.exec(said)?.[0] ?? '');
    // An item in an item is one, however far it is indented.
    const isItem = ITEM.test(said);
    while ((texts.at(-1) ?? 0) > indent && !said.startsWith(FILLING.other)) texts.pop();
    return !this.#isInParagraph && indent >= (texts.at(-1) ?? 0) + CODE_INDENT && !(isItem && texts.length > 0);
  }

  #text(said: string, at: number, end: number): number {
    const texts = this.#containers.enter(this.#quotes);
    const isItem = ITEM.test(said);
    const isAlone = ALONE.test(said);
    if (isItem || isAlone || ROW.test(said)) this.#endParagraph(at);
    const inner = isAlone ? 0 : enterItems(said, texts);
    if (FOOTNOTE.test(said)) texts.push(CODE_INDENT);
    const begin = end - said.length + inner;
    if (SHOWN_AS_IT_IS.test(said.slice(inner))) {
      this.#endParagraph(at);
      this.#shownIn = this.#quotes;
      return this.#shown(this.#quotes, at, end);
    }
    const behind = this.#blockEnd(said.slice(inner), begin, end);
    if (behind !== null) return behind;
    this.#isInParagraph = true;
    if (isAlone) this.#endParagraph(Math.min(end + 1, this.filled.length));
    return end + 1;
  }

  /** A comment or formula that begins a line and is not closed in it goes on over blank lines. */
  #blockEnd(said: string, at: number, end: number): number | null {
    const [all, mark = ''] = BLOCK_MARK.exec(said) ?? [];
    if (all === undefined || this.#unclosed.has(mark) || said.includes(mark, all.length)) return null;
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

  /** Whether a mark that begins a line closes what the paragraph has begun before it. */
  #closesInline(mark: string, at: number, end: number): boolean {
    const from = this.#paragraphFrom;
    if (!this.#isInParagraph || !this.filled.slice(from, at).includes(mark)) return false;
    const hidden = hiddenInline(this.filled.slice(from, end), from);
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
    if (from < end) this.found.push(...hiddenInline(this.filled.slice(from, end), from));
    this.#paragraphFrom = end;
    this.#isInParagraph = false;
  }
}

/**
 * What of a note's text Obsidian shows as it is written, as a formula or not at all, besides fenced and inline code and HTML comments, in
 * the order of the text and without overlap: code that is only indented, `<pre>` and the like, `%%` comments, `$` and `$$` formulas. In one pass, linear on
 * any text.
 * @param filled the text with `FILLING` in place of code and comments, line breaks kept
 */
export function hiddenParts(text: string, filled: string, from: number, fences: readonly Range[]): Range[] {
  return new HiddenScanner(text, filled, from, fences).scan();
}
