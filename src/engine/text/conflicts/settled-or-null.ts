import { CortexError } from '../../platform/errors.ts';
import { halfConflict, mergeConflicts } from './merge-conflicts.ts';

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
