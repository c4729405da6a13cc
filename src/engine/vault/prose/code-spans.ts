import type { Range } from '../../text/markdown/markdown.ts';

/** A piece of inline code. */
export interface CodeSpan extends Range {
  /** What is between the backticks, trimmed. */
  readonly code: string;
}

/** Longer ones are no names of files, and a hostile text has long ones only. */
const LONGEST = 400;

/** What stands in the inline code of a text. @param spans as `proseParts` gives them */
export function codeSpans(text: string, spans: readonly Range[]): CodeSpan[] {
  return spans
    .filter(({ from, to }) => to - from <= LONGEST)
    .map(({ from, to }) => ({
      code: text
        .slice(from, to)
        .replace(/^`+|`+$/g, '')
        .trim(),
      from,
      to,
    }));
}
