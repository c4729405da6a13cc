import { compareCodePoints } from '../text/code-point-order.ts';
import type { VaultIndex } from './cache/vault-index.ts';
import { keyFrom, keysOf } from './links/link-table.ts';
import type { SearchResult } from './search/search.ts';
import { type Dispute, disputeWith } from './trust/disputes.ts';
import { contradictions } from './trust/reviews.ts';
import type { StaleCitation } from './trust/stale.ts';
import { grouped, supersession } from './trust/supersession.ts';

/** What is said of a note that was found. */
export interface Remarks {
  /** The paths of notes that contradict it, or that it contradicts, while nobody has decided; at most three, in code point order. */
  readonly contradicts?: readonly Dispute[];
  /** Code that it cites and that is not any more what it was; at most three, in the order of its text. */
  readonly stale?: readonly StaleCitation[];
}

/** A note that was found, and what other notes say of it. */
export interface AnnotatedResult extends SearchResult, Remarks {
  /** The path of the note that takes its place, where that one was not found. */
  readonly supersededBy?: string;
}

/** More of them are not told: a note that is at odds with thousands is to leave room on a page for what it says. */
const MOST_NAMED = 3;

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
export function annotateReplaced(index: VaultIndex, results: readonly SearchResult[]): readonly AnnotatedResult[] {
  const alone = results.filter(({ replacedBy }) => replacedBy === undefined);
  if (!mayBeReplaced(index, alone)) return results;
  const { replacedBy: replacements } = supersession(index);
  return results.map((result) => {
    const supersededBy = result.replacedBy === undefined ? replacements.get(result.note.path) : undefined;
    return supersededBy === undefined ? result : { ...result, supersededBy };
  });
}

/** Whether notes may say of one of these that it contradicts another: most searches find none, and are not to resolve what all notes say. */
function mayBeDisputed(index: VaultIndex, results: readonly SearchResult[]): boolean {
  if (results.some(({ note }) => note.contradicts.length > 0)) return true;
  const called = new Set(results.flatMap(({ note }) => [...keysOf(note)]));
  for (const { contradicts, path } of index.known()) if (contradicts.some((target) => called.has(keyFrom(target, path)))) return true;
  return false;
}

/** Says of each result which notes it is at odds with (decision 0010, "Contradictions"). */
export function annotateDisputed<Result extends SearchResult>(
  index: VaultIndex,
  results: readonly Result[],
): readonly (Result & Remarks)[] {
  if (!mayBeDisputed(index, results)) return results;
  const pairs = contradictions(index).flatMap(({ paths: [one, other] }) => [
    { one, other },
    { one: other, other: one },
  ]);
  const byNote = grouped(pairs, ({ one }) => one);
  return results.map((result) => {
    const others = (byNote.get(result.note.path) ?? []).map(({ other }) => other).sort(compareCodePoints);
    const named = others.slice(0, MOST_NAMED).map((path) => disputeWith(index, result.note, path));
    return others.length === 0 ? result : { ...result, contradicts: named };
  });
}

/** Says of each result which code it cites that has changed since, or is gone (decision 0010, "Stale"). */
export function annotateStale<Result extends SearchResult>(
  results: readonly Result[],
  stale: readonly StaleCitation[],
): readonly (Result & Remarks)[] {
  const byNote = grouped(stale, ({ path }) => path);
  return results.map((result) => {
    const cited = byNote.get(result.note.path);
    return cited === undefined ? result : { ...result, stale: cited.slice(0, MOST_NAMED) };
  });
}
