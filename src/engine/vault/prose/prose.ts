import { type MarkdownParts, markdownParts, type Range } from '../../text/markdown/markdown.ts';
import { RangeWalk, subtractRanges } from '../links/range-walk.ts';
import { FILLING, findHiddenParts } from './hidden-parts.ts';

/** Parts of a note's text. */
export interface ProseParts extends MarkdownParts {
  /** Parts from `hiddenParts`, which are not prose. */
  readonly hidden: readonly Range[];
}

const NONE: readonly Range[] = [];

/** A text without any of these has no hidden parts. */
const MARKS = ['%%', '$', '    ', '\t'];
const HTML = /<(?:pre|script|style|textarea)/i;

/** A range of a text and the character that replaces each of its characters. */
interface FilledRange extends Range {
  readonly filling?: string;
}

/** Replaces parts of a text by filling, keeping line breaks. @param parts in order @param usual filling of parts without one */
export function filledText(text: string, parts: readonly FilledRange[], usual = ''): string {
  if (parts.length === 0) return text;
  const pieces: string[] = [];
  let kept = 0;
  for (const { from, to, filling = usual } of parts) {
    pieces.push(text.slice(kept, from), text.slice(from, to).replace(/[^\n]/g, filling));
    kept = to;
  }
  return pieces.join('') + text.slice(kept);
}

function filled(text: string, { fences, spans, comments }: MarkdownParts): string {
  const code = spans.map(({ from, to }) => ({ from, to, filling: FILLING.span }));
  const others = [...fences, ...comments].map(({ from, to }) => ({ from, to, filling: FILLING.other }));
  return filledText(
    text,
    [...code, ...others].sort((one, other) => one.from - other.from),
  );
}

/** Returns the ranges that start outside of the holes. */
function startingOutside(ranges: readonly Range[], holes: readonly Range[]): Range[] {
  const walk = new RangeWalk(holes);
  return ranges.filter(({ from }) => (walk.at(from)?.from ?? from + 1) > from);
}

/**
 * Splits a note's text like `markdownParts`, and removes from prose and inline code what Obsidian shows as source, as a formula or not at
 * all: it contains no links, tags or citations (rulings, vault 5). All code uses this definition of prose.
 * @param from offset of the body
 */
export function splitProse(text: string, from = 0): ProseParts {
  const parts = markdownParts(text, from);
  const { prose, spans, fences, comments } = parts;
  // Fields are written out because spreading takes longer, and every note is split.
  if (!MARKS.some((mark) => text.includes(mark, from)) && !(text.includes('<', from) && HTML.test(text)))
    return { prose, spans, fences, comments, hidden: NONE };
  const hidden = findHiddenParts(text, filled(text, parts), from, fences);
  if (hidden.length === 0) return { prose, spans, fences, comments, hidden };
  return { prose: subtractRanges(prose, hidden), spans: startingOutside(spans, hidden), fences, comments, hidden };
}
