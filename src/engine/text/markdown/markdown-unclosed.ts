import { markdownParts } from './markdown.ts';

/** A comment that every reader recognises anywhere in prose. */
const PROBE = '<!-- probe -->';

/** Returns the 1-based line of unclosed code or an unclosed comment, which would hide appended text; `null` if there is none. */
export function findUnclosed(text: string): number | null {
  const { fences, comments } = markdownParts(`${text}\n\n${PROBE}`);
  const open = [...fences, ...comments].find(({ from, to }) => from < text.length && to > text.length);
  return open === undefined ? null : text.slice(0, open.from).split('\n').length;
}
