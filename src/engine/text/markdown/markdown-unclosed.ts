import { markdownParts } from './markdown.ts';

/** What every reader would take for itself, wherever it stands in prose. */
const PROBE = '<!-- probe -->';

/** The line (1-based) where code or a comment begins that goes to the end of a text, and so hides what is added; `null` where nothing does. */
export function unclosedFrom(text: string): number | null {
  const { fences, comments } = markdownParts(`${text}\n\n${PROBE}`);
  const open = [...fences, ...comments].find(({ from, to }) => from < text.length && to > text.length);
  return open === undefined ? null : text.slice(0, open.from).split('\n').length;
}
