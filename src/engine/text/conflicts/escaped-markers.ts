import { lineStarts } from '../markdown/markdown.ts';
import { mergeConflicts, touchesConflict } from './merge-conflicts.ts';

const OUTER = /^(?:<{7}|>{7})/;
/** An escaped marker, or text that was typed like one. */
const ESCAPED = /^\\(?=\\*(?:<{7}|>{7}))/;
const ESCAPED_LINES = new RegExp(ESCAPED, 'gm');

/**
 * Escapes lines that look like git's conflict markers with a backslash, which Markdown does not show. Markers in fenced code stay: they are
 * examples. Lines that already look escaped get one more backslash.
 */
export function escapeMarkers(text: string): string {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0 && text.search(ESCAPED_LINES) === -1) return text;
  const starts = lineStarts(text);
  const lines = starts.map((from, n) => {
    const line = text.slice(from, starts[n + 1] ?? text.length);
    const isMarker = OUTER.test(line) && touchesConflict(conflicts, { from, to: from + 1 });
    return isMarker || ESCAPED.test(line) ? `\\${line}` : line;
  });
  return lines.join('');
}

/** Returns a text as it was before `escapeMarkers`. */
export const unescapeMarkers = (text: string): string => text.replace(ESCAPED_LINES, '');
