import { compareCodePoints } from '../../text/code-point-order.ts';
import { memoByIndex } from '../cache/memo-by-index.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { NoteHead } from '../notes/note.ts';
import { type Edges, findCycles } from './cycles.ts';

/** Replacements of notes. All lists are in code point order of path unless noted. */
export interface Supersession {
  /** First replacement of each replaced note. For notes in a cycle, only one outside of it. */
  readonly replacedBy: ReadonlyMap<string, string>;
  /** Each chain starts with a note that is not replaced. Every note follows the one that replaced it. */
  readonly chains: readonly (readonly string[])[];
  /** Notes that replace each other, so that it is undecided which one counts. */
  readonly cycles: readonly (readonly string[])[];
}

/** Statement that one note replaces another. */
interface Claim {
  readonly old: string;
  readonly fresh: string;
  /** Made by the replaced note itself. */
  readonly isOwn: boolean;
}

/** Returns the claims of notes about replacements. Ignores dead and ambiguous links. */
export function listClaims(index: VaultIndex, notes: Iterable<NoteHead>): Claim[] {
  const claims: Claim[] = [];
  for (const { path, status, supersededBy, supersedes } of notes) {
    for (const fresh of resolveTargets(index, supersededBy, path)) claims.push({ old: path, fresh, isOwn: true });
    // Notes that agents wrote replace nothing before a person accepts them.
    if (status === 'review') continue;
    for (const old of resolveTargets(index, supersedes, path)) claims.push({ old, fresh: path, isOwn: false });
  }
  return claims;
}

/** Sorts claims: those of the replaced note itself first, as written, then those of others by their paths. */
function compareClaims(one: Claim, other: Claim): number {
  if (one.isOwn || other.isOwn) return Number(other.isOwn) - Number(one.isOwn);
  return compareCodePoints(one.fresh, other.fresh);
}

/** Yields the notes to which targets resolve unambiguously. */
export function* resolveTargets(index: VaultIndex, targets: readonly string[], from: string): Iterable<string> {
  for (const target of targets) {
    const resolution = index.resolve(target, from);
    if (resolution.kind === 'found') yield resolution.path;
  }
}

function sortedCycles(edges: Edges): string[][] {
  const cycles = findCycles(edges).map((cycle) => cycle.sort(compareCodePoints));
  return cycles.sort(([one = ''], [other = '']) => compareCodePoints(one, other));
}

/** Determines the first replacement of each note. Notes in a cycle do not follow each other, so the remaining chains have a start. */
export function chooseReplacements(claims: readonly Claim[]): Pick<Supersession, 'replacedBy' | 'cycles'> {
  const byOld = groupBy(claims, ({ old }) => old);
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

/** Yields each start, followed depth-first by the items after it. Without recursion: a chain may be as long as the vault. */
export function* walkChains<T>(first: Iterable<T>, after: (thing: T) => readonly T[]): Iterable<T> {
  for (const one of first) {
    const waiting = [one];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      yield next;
      for (const behind of after(next).toReversed()) waiting.push(behind);
    }
  }
}

/** Groups items by key. */
export function groupBy<K, T>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

/** Replacements according to all notes of a vault (decision 0010, "Supersession"). */
export const supersession = memoByIndex((index): Supersession => {
  const { replacedBy, cycles } = chooseReplacements(listClaims(index, index.replacing()));
  const old = [...replacedBy.keys()].sort(compareCodePoints);
  const replaced = groupBy(old, (path) => replacedBy.get(path) ?? '');
  const first = [...replaced.keys()].filter((path) => !replacedBy.has(path)).sort(compareCodePoints);
  const chains = first.map((path) => [...walkChains([path], (one) => replaced.get(one) ?? [])]);
  return { replacedBy, chains, cycles };
});
