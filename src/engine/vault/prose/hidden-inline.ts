import type { Range } from '../../text/markdown/markdown.ts';

/** Escapes, links (nothing starts inside their targets), and the marks of comments and formulas. */
const TOKEN = /\\[\s\S]|\[\[[^[\]\n]*\]\]|\]\((?:<[^<>\n]*>|[^\s()<>]*)\)|%%|\$\$?/g;
/** As in Obsidian: no blank inside `$`, and no digit after it, so that prices are not formulas. */
const OPENS_FORMULA = /\$(?![\s$])/y;
const CLOSES_FORMULA = /(?<![\s\\$])\$(?!\d)/g;

/** Finds closing marks in one paragraph. Remembers marks that are missing, so that each is searched only once. */
class ClosingMarks {
  readonly #missing = new Set<string>();

  constructor(private readonly paragraph: string) {}

  /** Returns the offset after the mark that closes the one at `at`; -1 if there is none. */
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
 * Returns the comments (`%%x%%`) and formulas (`$x$`, `$$x$$`) of a paragraph with their marks, in order.
 * @param from offset of the paragraph in its text
 */
export function findHiddenInline(paragraph: string, from: number): Range[] {
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
