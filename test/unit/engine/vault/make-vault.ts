import { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import type { Note } from '../../../../src/engine/vault/notes/note.ts';
import type { AnswerContext } from '../../../../src/engine/vault/notes/present.ts';
import type { VaultQuery } from '../../../../src/engine/vault/search/search.ts';
import { WordIndex } from '../../../../src/engine/vault/search/word-index.ts';

/** Returns the indexes of a vault with these notes and without files. */
export function makeVault(notes: readonly Note[]): { readonly index: VaultIndex; readonly words: WordIndex } {
  const index = new VaultIndex();
  const words = new WordIndex();
  for (const note of notes) {
    index.set(note);
    words.set(note);
  }
  return { index, words };
}

/** Today's date in the tests, and the layer limits of the seed. */
export const PRESENT: AnswerContext = { today: '2026-04-13', config: { hot: 2, warm: 7, timeZone: 'UTC' } };

/** Returns a query without filters, with the given fields replaced. */
export function makeQuery(query: string, parts: Partial<VaultQuery> = {}): VaultQuery {
  return { query, projects: [], types: [], tags: [], statuses: [], hot: false, allStatuses: false, top: 1_000, ...parts };
}
