import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from './note.ts';

/**
 * Runs a query as if some notes were different: as typed in an editor, or as after a change. The index is restored before this returns.
 * @param ask must be synchronous, because other callers see the same index
 */
export function askWithNotes<Answer>(index: VaultIndex, notes: readonly Note[], ask: () => Answer): Answer {
  const before = notes.map(({ path }) => ({ path, note: index.get(path) }));
  try {
    for (const note of notes) index.set(note);
    return ask();
  } finally {
    for (const { path, note } of before) {
      if (note === undefined) index.delete(path);
      else index.set(note);
    }
  }
}
