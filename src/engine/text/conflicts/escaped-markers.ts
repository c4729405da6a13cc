import { lineStarts } from '../markdown/markdown.ts';
import { mergeConflicts, touchesConflict } from './merge-conflicts.ts';

const OUTER = /^(?:<{7}|>{7})/;

/**
 * Escapes lines that look like git's conflict markers with a backslash, which Markdown does not show. Markers in fenced code stay: they are
 * examples.
 */
export function escapeMarkers(text: string): string {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return text;
  const starts = lineStarts(text);
  const lines = starts.map((from, n) => {
    const line = text.slice(from, starts[n + 1] ?? text.length);
    return OUTER.test(line) && touchesConflict(conflicts, { from, to: from + 1 }) ? `\\${line}` : line;
  });
  return lines.join('');
}
