import type { Range } from '../../text/markdown/markdown.ts';

/** Inline code. */
export interface CodeSpan extends Range {
  /** Text between the backticks, trimmed. */
  readonly code: string;
}

/** Longest inline code that is read, in UTF-16 code units. Longer code is no file name. */
const MAX_LENGTH = 400;

/** Returns the inline code of a text. @param spans from `splitProse` */
export function findCodeSpans(text: string, spans: readonly Range[]): CodeSpan[] {
  return spans
    .filter(({ from, to }) => to - from <= MAX_LENGTH)
    .map(({ from, to }) => ({
      code: text
        .slice(from, to)
        .replace(/^`+|`+$/g, '')
        .trim(),
      from,
      to,
    }));
}
