import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { conflictProblem } from '../conflicts.ts';
import { withLineFeeds } from '../line-ends.ts';
import type { NoteProblem } from '../notes/note.ts';
import { readNoteBytes } from '../notes/note-file.ts';

/** A map of the vault that is no note (rulings, vault 3 and 7). */
export const MEMORY_MAP = 'MEMORY.md';

/** Git's conflicts in the map, which is in no index of notes. Reads the file; one that cannot be read is the doctor's matter. */
export function mapConflicts(runtime: Pick<Runtime, 'fs'>, root: string): NoteProblem[] {
  try {
    const text = readNoteBytes(runtime, root, MEMORY_MAP)?.bytes.toString() ?? '';
    return mergeConflicts(withLineFeeds(text)).map(conflictProblem);
  } catch (error) {
    if (error instanceof CortexError) return [];
    throw error;
  }
}
