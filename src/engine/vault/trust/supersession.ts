import { compareCodePoints } from '../../text/code-point-order.ts';
import { memoByIndex } from '../cache/memo-by-index.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { NoteHead } from '../notes/note.ts';
import { cyclesOf, type Edges } from './cycles.ts';

/** Which notes took the place of which. All lists are in code point order of path unless it is said otherwise. */
export interface Supersession {
  /** Of each replaced note its first replacement; of notes in a cycle only one outside of it. */
  readonly replacedBy: ReadonlyMap<string, string>;
  /** Each begins with a note that nothing replaces; every note stands behind the one that replaced it. */
  readonly chains: readonly (readonly string[])[];
  /** Notes that replace each other: nobody can say which one counts. */
  readonly cycles: readonly (readonly string[])[];
}

/** That one note replaces another. */
interface Claim {
  readonly old: string;
  readonly fresh: string;
  /** Said by the replaced note itself. */
  readonly isOwn: boolean;
}

/** What notes say about which notes replace which. Links that lead nowhere or to several notes say nothing here. */
export function claimsOf(index: VaultIndex, notes: Iterable<NoteHead>): Claim[] {
  const claims: Claim[] = [];
  for (const { path, status, supersededBy, supersedes } of notes) {
    for (const fresh of resolved(index, supersededBy, path)) claims.push({ old: path, fresh, isOwn: true });
    // What an agent wrote puts nothing aside before a person has accepted it.
    if (status === 'review') continue;
    for (const old of resolved(index, supersedes, path)) claims.push({ old, fresh: path, isOwn: false });
  }
  return claims;
}

/** First what the replaced note says itself, as it is written there, then what others say, by their paths. */
function compareClaims(one: Claim, other: Claim): number {
  if (one.isOwn || other.isOwn) return Number(other.isOwn) - Number(one.isOwn);
  return compareCodePoints(one.fresh, other.fresh);
}

/** The notes that targets mean; only those that mean exactly one. */
export function* resolved(index: VaultIndex, targets: readonly string[], from: string): Iterable<string> {
  for (const target of targets) {
    const resolution = index.resolve(target, from);
    if (resolution.kind === 'found') yield resolution.path;
  }
}

function sortedCycles(edges: Edges): string[][] {
  const cycles = cyclesOf(edges).map((cycle) => cycle.sort(compareCodePoints));
  return cycles.sort(([one = ''], [other = '']) => compareCodePoints(one, other));
}

/**
 * The first replacement of each note by what is claimed. Where notes replace each other in a cycle none of them is behind another, so
 * what is left has a beginning.
 */
export function settle(claims: readonly Claim[]): Pick<Supersession, 'replacedBy' | 'cycles'> {
  const byOld = grouped(claims, ({ old }) => old);
  const edges = new Map([...byOld].map(([old, all]) => [old, all.sort(compareClaims).map(({ fresh }) => fresh)]));
  const cycles = sortedCycles(edges);
  const cycleOf = new Map(cycles.flatMap((cycle) => cycle.map((path) => [path, cycle] as const)));
  const replacedBy = new Map<string, string>();
  for (const [old, all] of edges) {
    const cycle = cycleOf.get(old);
    const first = all.find((fresh) => cycle === undefined || cycleOf.get(fresh) !== cycle);
    if (first !== undefined) replacedBy.set(old, first);
  }
  return { replacedBy, cycles };
}

/** Each of the first ones, and behind it what comes after it, and so on. No recursion: a chain may be as long as the vault. */
export function* inChains<T>(first: Iterable<T>, after: (thing: T) => readonly T[]): Iterable<T> {
  for (const one of first) {
    const waiting = [one];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      yield next;
      for (const behind of after(next).toReversed()) waiting.push(behind);
    }
  }
}

/** Things by what they belong to. */
export function grouped<K, T>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

/** What all notes of a vault say about which replaces which (decision 0010, "Supersession"). */
export const supersession = memoByIndex((index): Supersession => {
  const { replacedBy, cycles } = settle(claimsOf(index, index.replacing()));
  const old = [...replacedBy.keys()].sort(compareCodePoints);
  const replaced = grouped(old, (path) => replacedBy.get(path) ?? '');
  const first = [...replaced.keys()].filter((path) => !replacedBy.has(path)).sort(compareCodePoints);
  const chains = first.map((path) => [...inChains([path], (one) => replaced.get(one) ?? [])]);
  return { replacedBy, chains, cycles };
});
