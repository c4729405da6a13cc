import { keyFrom, keysOf } from './link-table.ts';
import type { SearchResult } from './search.ts';
import { supersession } from './trust/supersession.ts';
import type { VaultIndex } from './vault-index.ts';

/** A note that was found, and whether one that was not takes its place. */
export interface ToldResult extends SearchResult {
  /** The path of the note that takes its place, where that one was not found. */
  readonly supersededBy?: string;
}

/** Whether anything may be said of these notes: most searches find none that is replaced, and are not to look at what all notes say. */
function mayBeReplaced(index: VaultIndex, results: readonly SearchResult[]): boolean {
  if (results.some(({ note }) => note.supersededBy.length > 0)) return true;
  const called = new Set(results.flatMap(({ note }) => [...keysOf(note)]));
  for (const { supersedes, path } of index.known()) if (supersedes.some((target) => called.has(keyFrom(target, path)))) return true;
  return false;
}

/**
 * Says of each result that stands without its replacement which note that is: whoever finds the old note alone must not take it for what
 * counts (docs/protocols/vault.md, "Search").
 */
export function tellReplaced(index: VaultIndex, results: readonly SearchResult[]): readonly ToldResult[] {
  const alone = results.filter(({ replacedBy }) => replacedBy === undefined);
  if (!mayBeReplaced(index, alone)) return results;
  const { replacedBy: replacements } = supersession(index);
  return results.map((result) => {
    const supersededBy = result.replacedBy === undefined ? replacements.get(result.note.path) : undefined;
    return supersededBy === undefined ? result : { ...result, supersededBy };
  });
}
