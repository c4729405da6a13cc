import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { conflictProblem } from '../conflicts.ts';
import { withLineFeeds } from '../line-ends.ts';
import type { NoteProblem } from '../notes/note.ts';
import { readNoteBytes } from '../notes/note-file.ts';

/** Map of the vault. It is not a note (rulings, vault 3 and 7). */
export const MEMORY_MAP = 'MEMORY.md';

/** Reads the map and returns its merge conflicts, because the map is not in the index. Ignores an unreadable map: `doctor` reports it. */
export function readMapConflicts(runtime: Pick<Runtime, 'fs'>, root: string): NoteProblem[] {
  try {
    const text = readNoteBytes(runtime, root, MEMORY_MAP)?.bytes.toString() ?? '';
    return mergeConflicts(withLineFeeds(text)).map(conflictProblem);
  } catch (error) {
    if (error instanceof CortexError) return [];
    throw error;
  }
}
