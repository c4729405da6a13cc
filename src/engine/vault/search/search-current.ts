import type { VaultIndex } from '../cache/vault-index.ts';
import { takeFirst } from '../first-of.ts';
import { type AnswerContext, layerFinder } from '../notes/present.ts';
import { type Supersession, supersession } from '../trust/supersession.ts';
import { queryWords } from './scoring.ts';
import { compareHits, createFilter, findHits, type Hit, type SearchResult, toResult, type VaultQuery } from './search.ts';
import { searchable, type WordIndex } from './word-index.ts';

/** Search result that is current: neither archived nor superseded. */
export interface CurrentResult extends SearchResult {
  /** Found notes that it replaces, best first. May be empty. */
  readonly replaces: readonly { readonly path: string; readonly name: string }[];
  /** The replaced note that was found, to which the score belongs; `null` if the note itself was found. */
  readonly foundBy: string | null;
}

/** Found note that is outdated. */
export interface NotCurrent {
  readonly path: string;
  readonly name: string;
  readonly score: number;
  readonly reason: string;
}

export interface CurrentAnswer {
  /** Number of current notes, before `top` limits the results. */
  readonly total: number;
  readonly results: readonly CurrentResult[];
  /** Best outdated notes without a current replacement. */
  readonly leftOut: readonly NotCurrent[];
}

/** Returns the last note of a chain of replacements. `replacedBy` contains no cycles, so there is one. */
function endOf(path: string, { replacedBy }: Supersession): string {
  let end = path;
  for (let next = replacedBy.get(end); next !== undefined; next = replacedBy.get(end)) end = next;
  return end;
}

const pathOf = ({ of }: Hit) => of.note.path;

/** Returns a function that maps a hit to its current note, which is often the hit itself, or to the reason why there is none. */
function currentNoteMapper(index: VaultIndex, query: VaultQuery, present: AnswerContext): (hit: Hit) => Hit | string {
  const says = supersession(index);
  const cycles = new Map(says.cycles.flatMap((cycle) => cycle.map((path) => [path, cycle] as const)));
  const passes = createFilter(query);
  const layerOf = layerFinder(present);
  const whyNot = (hit: Hit): string | null => {
    if (hit.of.status === 'archived') return 'archived';
    const cycle = cycles.get(pathOf(hit));
    if (cycle !== undefined) return `in a cycle of replacements (${cycle.join(', ')}), so the current one is unknown`;
    return hit.of.status === 'superseded' ? 'superseded, without a current replacement' : null;
  };
  return (hit) => {
    const end = hit.of.status === 'archived' ? undefined : index.get(endOf(pathOf(hit), says));
    if (end === undefined || end.path === pathOf(hit)) return whyNot(hit) ?? hit;
    const instead: Hit = { of: searchable(end), layer: layerOf(end), score: hit.score, updated: end.updated ?? '' };
    const reason = passes(instead) ? whyNot(instead) : 'left out by the filters';
    return reason === null ? instead : `superseded by ${end.path}, which is ${reason}`;
  };
}

/** A current note and the hits that led to it. */
interface CurrentNote {
  /** Determines the position in the results. */
  place: Hit;
  /** The hit whose words were found. */
  source: Hit;
  readonly replaces: Hit[];
}

/** Adds a hit. @param hit next hit in the order of scores @param place its current note */
function add(holding: Map<string, CurrentNote>, hit: Hit, place: Hit): void {
  const path = pathOf(place);
  const isItself = pathOf(hit) === path;
  const known = holding.get(path);
  if (known === undefined) holding.set(path, { place, source: hit, replaces: isItself ? [] : [hit] });
  else if (isItself) Object.assign(known, { place, source: hit });
  else known.replaces.push(hit);
}

const named = ({ of: { note } }: Hit) => ({ path: note.path, name: note.name });

function resultFor({ place, source, replaces }: CurrentNote, words: readonly string[]): CurrentResult {
  const { note } = toResult(place, words);
  const foundBy = source === place ? null : pathOf(source);
  return { ...toResult(source, words), note, layer: place.layer, replaces: replaces.map(named), foundBy };
}

/**
 * Searches for current notes (rulings, vault 11). Archived notes are left out. A superseded note is replaced by the last note of its chain
 * of replacements, which must pass the filters too. Sorted by the note's own score, or else that of the best note that it replaces.
 * @param words as for `search`
 */
export function searchCurrent(index: VaultIndex, words: WordIndex | null, query: VaultQuery, present: AnswerContext): CurrentAnswer {
  const judge = currentNoteMapper(index, query, present);
  const holding = new Map<string, CurrentNote>();
  const leftOut: NotCurrent[] = [];
  for (const hit of findHits(index, words, query, present).sort(compareHits)) {
    const judged = judge(hit);
    if (typeof judged !== 'string') add(holding, hit, judged);
    else if (leftOut.length < query.top) leftOut.push({ ...named(hit), score: hit.score, reason: judged });
  }
  const best = takeFirst(holding.values(), query.top, (one, other) => compareHits(one.place, other.place));
  const wanted = queryWords(query.query);
  return { total: holding.size, results: best.map((each) => resultFor(each, wanted)), leftOut };
}
