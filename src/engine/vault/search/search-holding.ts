import type { VaultIndex } from '../cache/vault-index.ts';
import { firstOf } from '../first-of.ts';
import { layerFinder, type Present } from '../notes/present.ts';
import { type Supersession, supersession } from '../trust/supersession.ts';
import { queryWords } from './scoring.ts';
import { compareHits, filterOf, type Hit, hitsOf, resultOf, type SearchResult, type VaultQuery } from './search.ts';
import { searchable, type WordIndex } from './word-index.ts';

/** A note that holds. */
export interface HoldingResult extends SearchResult {
  /** The found notes that it replaces, the best first; empty for none. */
  readonly replaces: readonly { readonly path: string; readonly name: string }[];
  /** The replaced note that was found in its stead, and whose score this is; `null` where it was found itself. */
  readonly foundBy: string | null;
}

/** A note that was found and does not hold. */
export interface NotHolding {
  readonly path: string;
  readonly name: string;
  readonly score: number;
  readonly reason: string;
}

export interface HoldingAnswer {
  /** How many notes hold, before the answer was cut. */
  readonly total: number;
  readonly results: readonly HoldingResult[];
  /** The best of those that do not hold, and of which no replacement holds. */
  readonly leftOut: readonly NotHolding[];
}

/** The note at the end of a chain of replacements. Cycles are left out of `replacedBy`, so there is one. */
function endOf(path: string, { replacedBy }: Supersession): string {
  let end = path;
  for (let next = replacedBy.get(end); next !== undefined; next = replacedBy.get(end)) end = next;
  return end;
}

const pathOf = ({ of }: Hit) => of.note.path;

/** The note that holds in the place of a hit, which is often itself; else why none does. */
function judging(index: VaultIndex, query: VaultQuery, present: Present): (hit: Hit) => Hit | string {
  const says = supersession(index);
  const cycles = new Map(says.cycles.flatMap((cycle) => cycle.map((path) => [path, cycle] as const)));
  const passes = filterOf(query);
  const layerOf = layerFinder(present);
  const whyNot = (hit: Hit): string | null => {
    if (hit.of.status === 'archived') return 'archived';
    const cycle = cycles.get(pathOf(hit));
    if (cycle !== undefined) return `in a cycle of replacements (${cycle.join(', ')}), so nobody can say which of them holds`;
    return hit.of.status === 'superseded' ? 'superseded, and it names no note that holds instead' : null;
  };
  return (hit) => {
    const end = hit.of.status === 'archived' ? undefined : index.get(endOf(pathOf(hit), says));
    if (end === undefined || end.path === pathOf(hit)) return whyNot(hit) ?? hit;
    const instead: Hit = { of: searchable(end), layer: layerOf(end), score: hit.score, updated: end.updated ?? '' };
    const reason = passes(instead) ? whyNot(instead) : 'left out by the filters';
    return reason === null ? instead : `superseded by ${end.path}, which is ${reason}`;
  };
}

/** A note that holds, with the hits that led to it. */
interface Holding {
  /** Where it stands in the order. */
  place: Hit;
  /** Whose words were found. */
  source: Hit;
  readonly replaces: Hit[];
}

/** @param hit the next one in the order of scores @param place the note that holds in its place */
function add(holding: Map<string, Holding>, hit: Hit, place: Hit): void {
  const path = pathOf(place);
  const isItself = pathOf(hit) === path;
  const known = holding.get(path);
  if (known === undefined) holding.set(path, { place, source: hit, replaces: isItself ? [] : [hit] });
  else if (isItself) Object.assign(known, { place, source: hit });
  else known.replaces.push(hit);
}

const named = ({ of: { note } }: Hit) => ({ path: note.path, name: note.name });

function resultFor({ place, source, replaces }: Holding, words: readonly string[]): HoldingResult {
  const { note } = resultOf(place, words);
  const foundBy = source === place ? null : pathOf(source);
  return { ...resultOf(source, words), note, layer: place.layer, replaces: replaces.map(named), foundBy };
}

/**
 * Searches for what holds (rulings, vault 11): archived notes are left out, and in place of a superseded one stands the note at the end of
 * its chain of replacements, which must pass the filters as well. In the order of scores: a note's own, else that of the best note that
 * it replaces.
 * @param words as for `search`
 */
export function searchHolding(index: VaultIndex, words: WordIndex | null, query: VaultQuery, present: Present): HoldingAnswer {
  const judge = judging(index, query, present);
  const holding = new Map<string, Holding>();
  const leftOut: NotHolding[] = [];
  for (const hit of hitsOf(index, words, query, present).sort(compareHits)) {
    const judged = judge(hit);
    if (typeof judged !== 'string') add(holding, hit, judged);
    else if (leftOut.length < query.top) leftOut.push({ ...named(hit), score: hit.score, reason: judged });
  }
  const best = firstOf(holding.values(), query.top, (one, other) => compareHits(one.place, other.place));
  const wanted = queryWords(query.query);
  return { total: holding.size, results: best.map((each) => resultFor(each, wanted)), leftOut };
}
