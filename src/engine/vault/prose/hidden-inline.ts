import type { Range } from '../../text/markdown/markdown.ts';

/** What is escaped, links (nothing begins in their targets), and the marks of comments and formulas. */
const TOKEN = /\\[\s\S]|\[\[[^[\]\n]*\]\]|\]\((?:<[^<>\n]*>|[^\s()<>]*)\)|%%|\$\$?/g;
/** As Obsidian has it: no blank inside a `$`, and no digit behind it, so that prices are none. */
const OPENS_FORMULA = /\$(?![\s$])/y;
const CLOSES_FORMULA = /(?<![\s\\$])\$(?!\d)/g;

/** Finds where marks are closed in one paragraph; what is not found once is not looked for again. */
class ClosingMarks {
  readonly #missing = new Set<string>();

  constructor(private readonly paragraph: string) {}

  /** Behind the mark that closes the one at a place; -1 where none does. */
  behind(mark: string, at: number): number {
    if (this.#missing.has(mark)) return -1;
    const close = mark === '$' ? this.#formulaEnd(at) : this.paragraph.indexOf(mark, at + mark.length);
    if (close >= 0) return close + mark.length;
    this.#missing.add(mark);
    return -1;
  }

  #formulaEnd(at: number): number {
    CLOSES_FORMULA.lastIndex = at + 1;
    return CLOSES_FORMULA.exec(this.paragraph)?.index ?? -1;
  }
}

function mayOpen(mark: string, paragraph: string, at: number): boolean {
  OPENS_FORMULA.lastIndex = at;
  return mark === '%%' || mark === '$$' || (mark === '$' && OPENS_FORMULA.test(paragraph));
}

/**
 * The comments (`%%x%%`) and formulas (`$x$`, `$$x$$`) within a paragraph, with their marks, in its order.
 * @param from where the paragraph begins in its text
 */
export function hiddenInline(paragraph: string, from: number): Range[] {
  if (!paragraph.includes('$') && !paragraph.includes('%%')) return [];
  const found: Range[] = [];
  const closings = new ClosingMarks(paragraph);
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(paragraph); match !== null; match = TOKEN.exec(paragraph)) {
    const { 0: token, index } = match;
    const end = mayOpen(token, paragraph, index) ? closings.behind(token, index) : -1;
    if (end < 0) continue;
    found.push({ from: from + index, to: from + end });
    TOKEN.lastIndex = end;
  }
  return found;
}
