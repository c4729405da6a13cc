import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from './note.ts';

/**
 * Answers a question as if some notes were others than they are: as they are typed, or as they would be afterwards. The index is what it
 * was when this returns.
 * @param ask must not wait: everybody else sees the same index
 */
export function withNotes<Answer>(index: VaultIndex, notes: readonly Note[], ask: () => Answer): Answer {
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
