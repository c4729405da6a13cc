import { compareCodePoints } from '../text/code-point-order.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import { linkKey, listLinkKeys } from './links/link-table.ts';
import type { SearchResult } from './search/search.ts';
import { type Dispute, findDispute } from './trust/disputes.ts';
import { contradictions } from './trust/reviews.ts';
import type { StaleCitation } from './trust/stale.ts';
import { groupBy, supersession } from './trust/supersession.ts';

/** Remarks on a found note. */
export interface Remarks {
  /** Unresolved contradictions with other notes; at most three, in code point order of path. */
  readonly contradicts?: readonly Dispute[];
  /** Cited code that has changed; at most three, in the order of the note's text. */
  readonly stale?: readonly StaleCitation[];
}

/** Search result with remarks from other notes. */
export interface AnnotatedResult extends SearchResult, Remarks {
  /** Path of its replacement, if that was not found. */
  readonly supersededBy?: string;
}

/** Limit of remarks. A note may contradict thousands, and a page must have room for its text. */
const MAX_NAMED = 3;

/** Cheap check whether any result may be replaced. Most searches find none, and then the claims of all notes need not be read. */
function mayBeReplaced(index: VaultIndex, results: readonly SearchResult[]): boolean {
  if (results.some(({ note }) => note.supersededBy.length > 0)) return true;
  const called = new Set(results.flatMap(({ note }) => [...listLinkKeys(note)]));
  for (const { supersedes, path } of index.known()) if (supersedes.some((target) => called.has(linkKey(target, path)))) return true;
  return false;
}

/**
 * Adds the replacement to each result that is listed without it, so that an outdated note is not taken for current
 * (docs/protocols/vault.md, "Search").
 */
export function annotateReplaced(index: VaultIndex, results: readonly SearchResult[]): readonly AnnotatedResult[] {
  const alone = results.filter(({ replacedBy }) => replacedBy === undefined);
  if (!mayBeReplaced(index, alone)) return results;
  const { replacedBy: replacements } = supersession(index);
  return results.map((result) => {
    const supersededBy = result.replacedBy === undefined ? replacements.get(result.note.path) : undefined;
    return supersededBy === undefined ? result : { ...result, supersededBy };
  });
}

/** Cheap check whether any result may be disputed. Most searches find none, and then the claims of all notes need not be resolved. */
function mayBeDisputed(index: VaultIndex, results: readonly SearchResult[]): boolean {
  if (results.some(({ note }) => note.contradicts.length > 0)) return true;
  const called = new Set(results.flatMap(({ note }) => [...listLinkKeys(note)]));
  for (const { contradicts, path } of index.known()) if (contradicts.some((target) => called.has(linkKey(target, path)))) return true;
  return false;
}

/** Adds unresolved contradictions to results (decision 0010, "Contradictions"). */
export function annotateDisputed<Result extends SearchResult>(
  index: VaultIndex,
  results: readonly Result[],
): readonly (Result & Remarks)[] {
  if (!mayBeDisputed(index, results)) return results;
  const pairs = contradictions(index).flatMap(({ paths: [one, other] }) => [
    { one, other },
    { one: other, other: one },
  ]);
  const byNote = groupBy(pairs, ({ one }) => one);
  return results.map((result) => {
    const others = (byNote.get(result.note.path) ?? []).map(({ other }) => other).sort(compareCodePoints);
    const named = others.slice(0, MAX_NAMED).map((path) => findDispute(index, result.note, path));
    return others.length === 0 ? result : { ...result, contradicts: named };
  });
}

/** Adds cited code that has changed or is gone to results (decision 0010, "Stale"). */
export function annotateStale<Result extends SearchResult>(
  results: readonly Result[],
  stale: readonly StaleCitation[],
): readonly (Result & Remarks)[] {
  const byNote = groupBy(stale, ({ path }) => path);
  return results.map((result) => {
    const cited = byNote.get(result.note.path);
    return cited === undefined ? result : { ...result, stale: cited.slice(0, MAX_NAMED) };
  });
}
