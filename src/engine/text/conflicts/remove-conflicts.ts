import { CortexError } from '../../platform/errors.ts';
import { halfConflict, mergeConflicts } from './merge-conflicts.ts';

/** Returns the text from `begin` on, for a reader. A line in place of each conflict says which lines are left out. */
export function removeConflicts(text: string, begin: number): string {
  let kept = '';
  let at = begin;
  for (const { from, to, firstLine, lastLine } of mergeConflicts(text)) {
    if (to <= begin) continue;
    kept += `${text.slice(at, Math.max(at, from))}[lines ${firstLine} to ${lastLine} left out: git's conflict marks]\n`;
    at = to;
  }
  return kept + text.slice(at);
}

/**
 * Returns the text of a quick fix that keeps both sides of all conflicts; `null` if only a person can tell the sides.
 * @param settle may throw a CortexError for such a text
 */
export function settledOrNull(text: string, settle: () => string): string | null {
  if (halfConflict(mergeConflicts(text)) !== null) return null;
  try {
    return settle();
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}
