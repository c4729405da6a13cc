import { compareCodePoints } from '../../text/code-point-order.ts';
import { toWholeNote } from '../cache/cached-note.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { takeFirst } from '../first-of.ts';
import { comparable } from '../notes/comparable.ts';
import type { Layer, Note, NoteHead } from '../notes/note.ts';
import { type AnswerContext, layerFinder } from '../notes/present.ts';
import { chooseReplacements, groupBy, listClaims, walkChains } from '../trust/supersession.ts';
import { computeScore, countPoints, mayMatch, queryWords, type ScoreParts, scoreParts } from './scoring.ts';
import { type SearchableNote, searchable, type WordIndex } from './word-index.ts';

/** Query. A note must match every filter that is not empty, with at least one of its values. */
export interface VaultQuery {
  /** Words to search for. If blank, all notes are listed. */
  readonly query: string;
  readonly projects: readonly string[];
  readonly types: readonly string[];
  readonly tags: readonly string[];
  readonly statuses: readonly string[];
  /** Only notes that are in the layer `hot`. */
  readonly hot: boolean;
  /** Only notes in these layers, which contain no archived notes. If empty, all notes. Unknown names match nothing. */
  readonly layers?: readonly string[];
  /** Whether a list includes notes that are not active. Searches with words always find them. */
  readonly allStatuses: boolean;
  /** Maximum number of results. */
  readonly top: number;
}

export interface SearchResult {
  readonly note: Note;
  readonly layer: Layer;
  /** 0 in a list. */
  readonly score: number;
  readonly parts: ScoreParts;
  /** Path of its replacement, which was found too and is listed before it. */
  readonly replacedBy?: string;
}

export interface SearchAnswer {
  /** Number of notes found, before `top` limits the results. */
  readonly total: number;
  readonly results: readonly SearchResult[];
  /** Paths of found notes that replace each other in a cycle. Each is sorted by its own score. */
  readonly cycles: readonly (readonly string[])[];
}

/** Found note, of which only the head was read. */
export interface Hit {
  readonly of: SearchableNote;
  readonly layer: Layer;
  readonly score: number;
  /** Empty if unknown. Copied here because tens of thousands of hits are sorted by it. */
  readonly updated: string;
}

type Passes = (hit: Pick<Hit, 'of' | 'layer'>) => boolean;

const UNSCORED: ScoreParts = { words: [], allWords: false, bonus: 0, factor: 1 };

const pathOf = (hit: Hit) => hit.of.note.path;

/** Sorts by score, then newest first, then by path (rulings, vault 1). */
export function compareHits(one: Hit, other: Hit): number {
  if (one.score !== other.score) return other.score - one.score;
  const newer = compareCodePoints(other.updated, one.updated);
  return newer === 0 ? compareCodePoints(pathOf(one), pathOf(other)) : newer;
}

/** Returns a function that reports whether a note passes the filters of a query. */
export function createFilter(query: VaultQuery): Passes {
  const wantedTags = query.tags.map((tag) => tag.replace(/^#/, ''));
  const [projects, types, tags] = [query.projects, query.types, wantedTags].map((values) => new Set(values.map(comparable)));
  const listed = query.query.trim() === '' && !query.allStatuses && query.statuses.length === 0;
  const statuses = new Set(listed ? ['active'] : query.statuses.map((status) => status.toLowerCase()));
  const layers = new Set(query.layers);
  const allows = (wanted: ReadonlySet<string> | undefined, has: (value: ReadonlySet<string>) => boolean) =>
    wanted === undefined || wanted.size === 0 || has(wanted);
  return ({ of, layer }) =>
    allows(statuses, (wanted) => wanted.has(of.status)) &&
    (!query.hot || layer === 'hot') &&
    allows(layers, (wanted) => wanted.has(layer) && of.status !== 'archived') &&
    allows(projects, (wanted) => wanted.has(of.project)) &&
    allows(types, (wanted) => wanted.has(comparable(of.note.type))) &&
    allows(tags, (wanted) => of.tags.some((tag) => wanted.has(tag)));
}

/** Yields the notes that may match, in no order. */
function* candidates(index: VaultIndex, words: WordIndex | null, wanted: readonly string[], isList: boolean): Iterable<SearchableNote> {
  if (words === null) {
    for (const note of index.known()) if (isList || mayMatch(note, wanted)) yield searchable(note);
  } else yield* isList ? words.notes() : words.candidates(wanted);
}

/** Returns all notes that match a query, in no order. */
export function findHits(index: VaultIndex, words: WordIndex | null, query: VaultQuery, present: AnswerContext): Hit[] {
  const wanted = queryWords(query.query);
  const isList = query.query.trim() === '';
  const passes = createFilter(query);
  const layerOfNote = layerFinder(present);
  const hits: Hit[] = [];
  for (const of of candidates(index, words, wanted, isList)) {
    const points = countPoints(of, wanted);
    if (points === 0 && !isList) continue;
    const layer = layerOfNote(of.note);
    const hit = { of, layer, score: isList ? 0 : computeScore(points, layer, of.status), updated: of.updated ?? '' };
    if (passes(hit)) hits.push(hit);
  }
  // Candidates are sorted by path, which often starts with a date, so the newest are last. Reversing speeds up the selection of the
  // first ones.
  return hits.reverse();
}

/** Returns the result for a hit, with the complete note. @param wanted words of the query */
export function toResult({ of, layer, score }: Hit, wanted: readonly string[]): SearchResult {
  return { note: toWholeNote(of.note), layer, score, parts: score === 0 ? UNSCORED : scoreParts(of, wanted, layer, of.status) };
}

/** Replaced hits, grouped by their replacements. Most answers have none, and then this costs almost nothing. */
interface Replaced extends ReturnType<typeof chooseReplacements> {
  readonly hits: ReadonlySet<Hit>;
  readonly behind: ReadonlyMap<string, readonly Hit[]>;
}

function replacedHits(index: VaultIndex, hits: readonly Hit[]): Replaced {
  const saying: NoteHead[] = [];
  for (const { of } of hits) if (of.isInChain) saying.push(of.note);
  const claims = listClaims(index, saying);
  const named = new Set(claims.flatMap(({ old, fresh }) => [old, fresh]));
  const found = new Map<string, Hit>();
  if (named.size > 0) for (const hit of hits) if (named.has(pathOf(hit))) found.set(pathOf(hit), hit);
  const settled = chooseReplacements(claims.filter(({ old, fresh }) => found.has(old) && found.has(fresh)));
  const replaced = [...found.values()].filter((hit) => settled.replacedBy.has(pathOf(hit))).sort(compareHits);
  return { ...settled, hits: new Set(replaced), behind: groupBy(replaced, (hit) => settled.replacedBy.get(pathOf(hit)) ?? '') };
}

/**
 * Searches a vault (seed 2, "Smart Loader"; rulings, vault 1). A note that another result replaces follows directly after it (decision
 * 0010, "Supersession").
 * @param words word index of the same notes. If `null`, every note is searched, which is faster for a single query.
 */
export function searchVault(index: VaultIndex, words: WordIndex | null, query: VaultQuery, present: AnswerContext): SearchAnswer {
  const hits = findHits(index, words, query, present);
  const replaced = replacedHits(index, hits);
  const first = replaced.hits.size === 0 ? hits : hits.filter((hit) => !replaced.hits.has(hit));
  const placed = walkChains(takeFirst(first, query.top, compareHits), (hit) => replaced.behind.get(pathOf(hit)) ?? []);
  const wanted = queryWords(query.query);
  const results: SearchResult[] = [];
  for (const hit of placed) {
    if (results.length >= query.top) break;
    const replacement = replaced.replacedBy.get(pathOf(hit));
    results.push({ ...toResult(hit, wanted), ...(replacement !== undefined && { replacedBy: replacement }) });
  }
  return { total: hits.length, results, cycles: replaced.cycles };
}
