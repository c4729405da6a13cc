import { compareCodePoints } from '../../text/code-point-order.ts';
import { wholeNote } from '../cache/remembered-note.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { firstOf } from '../first-of.ts';
import { comparable } from '../notes/comparable.ts';
import type { Layer, Note, NoteHead } from '../notes/note.ts';
import { layerFinder, type Present } from '../notes/present.ts';
import { claimsOf, grouped, inChains, settle } from '../trust/supersession.ts';
import { mayHold, pointsOf, queryWords, type ScoreParts, scoreOf, scoreParts } from './scoring.ts';
import { type SearchableNote, searchable, type WordIndex } from './word-index.ts';

/** What is looked for. A note has to pass every filter that names something, and one of its values is enough. */
export interface VaultQuery {
  /** Words; nothing but white space lists the notes. */
  readonly query: string;
  readonly projects: readonly string[];
  readonly types: readonly string[];
  readonly tags: readonly string[];
  readonly statuses: readonly string[];
  /** Only what was updated in the last days. */
  readonly hot: boolean;
  /** Only notes of these layers, in which archived ones are not; none named: of all. Other names are no layers. */
  readonly layers?: readonly string[];
  /** In a list, notes that are not active, too; with words they are found anyway. */
  readonly allStatuses: boolean;
  /** How many at most. */
  readonly top: number;
}

export interface SearchResult {
  readonly note: Note;
  readonly layer: Layer;
  /** 0 in a list. */
  readonly score: number;
  readonly parts: ScoreParts;
  /** The path of the note that takes its place, which was found too and stands before it. */
  readonly replacedBy?: string;
}

export interface SearchAnswer {
  /** How many were found, before the answer was cut. */
  readonly total: number;
  readonly results: readonly SearchResult[];
  /** Paths of found notes that replace each other; each stands where its score puts it. */
  readonly cycles: readonly (readonly string[])[];
}

/** A note that was found, before more than its head is read. */
export interface Hit {
  readonly of: SearchableNote;
  readonly layer: Layer;
  readonly score: number;
  /** Empty where it has none. Here, because tens of thousands are compared by it. */
  readonly updated: string;
}

type Passes = (hit: Pick<Hit, 'of' | 'layer'>) => boolean;

const UNSCORED: ScoreParts = { words: [], allWords: false, bonus: 0, factor: 1 };

const pathOf = (hit: Hit) => hit.of.note.path;

/** Higher score first, then newer, then by path (rulings, vault 1). */
export function compareHits(one: Hit, other: Hit): number {
  if (one.score !== other.score) return other.score - one.score;
  const newer = compareCodePoints(other.updated, one.updated);
  return newer === 0 ? compareCodePoints(pathOf(one), pathOf(other)) : newer;
}

/** Whether a note passes the filters of a query. */
export function filterOf(query: VaultQuery): Passes {
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

/** The notes that may be hits, in no order. */
function* candidates(index: VaultIndex, words: WordIndex | null, wanted: readonly string[], isList: boolean): Iterable<SearchableNote> {
  if (words === null) {
    for (const note of index.known()) if (isList || mayHold(note, wanted)) yield searchable(note);
  } else yield* isList ? words.notes() : words.candidates(wanted);
}

/** Every note that a query finds, in no order. */
export function hitsOf(index: VaultIndex, words: WordIndex | null, query: VaultQuery, present: Present): Hit[] {
  const wanted = queryWords(query.query);
  const isList = query.query.trim() === '';
  const passes = filterOf(query);
  const layerOfNote = layerFinder(present);
  const hits: Hit[] = [];
  for (const of of candidates(index, words, wanted, isList)) {
    const points = pointsOf(of, wanted);
    if (points === 0 && !isList) continue;
    const layer = layerOfNote(of.note);
    const hit = { of, layer, score: isList ? 0 : scoreOf(points, layer, of.status), updated: of.updated ?? '' };
    if (passes(hit)) hits.push(hit);
  }
  // They came in the order of their paths, in which the newest are last where names begin with a day: what is first is looked for from there.
  return hits.reverse();
}

/** A hit with all of its note. @param wanted the words of the query */
export function resultOf({ of, layer, score }: Hit, wanted: readonly string[]): SearchResult {
  return { note: wholeNote(of.note), layer, score, parts: score === 0 ? UNSCORED : scoreParts(of, wanted, layer, of.status) };
}

/** Which hits stand behind which others, and who replaces whom. Most answers have none, and then it costs next to nothing. */
interface Replaced extends ReturnType<typeof settle> {
  readonly hits: ReadonlySet<Hit>;
  readonly behind: ReadonlyMap<string, readonly Hit[]>;
}

function replacedHits(index: VaultIndex, hits: readonly Hit[]): Replaced {
  const saying: NoteHead[] = [];
  for (const { of } of hits) if (of.isInChain) saying.push(of.note);
  const claims = claimsOf(index, saying);
  const named = new Set(claims.flatMap(({ old, fresh }) => [old, fresh]));
  const found = new Map<string, Hit>();
  if (named.size > 0) for (const hit of hits) if (named.has(pathOf(hit))) found.set(pathOf(hit), hit);
  const settled = settle(claims.filter(({ old, fresh }) => found.has(old) && found.has(fresh)));
  const replaced = [...found.values()].filter((hit) => settled.replacedBy.has(pathOf(hit))).sort(compareHits);
  return { ...settled, hits: new Set(replaced), behind: grouped(replaced, (hit) => settled.replacedBy.get(pathOf(hit)) ?? '') };
}

/**
 * Searches a vault (seed 2, "Smart Loader"; rulings, vault 1). A note that another of the answer replaces stands directly behind that
 * one (decision 0010, "Supersession").
 * @param words of the same notes; `null` looks at every note, which is quicker where only one question is asked
 */
export function search(index: VaultIndex, words: WordIndex | null, query: VaultQuery, present: Present): SearchAnswer {
  const hits = hitsOf(index, words, query, present);
  const replaced = replacedHits(index, hits);
  const first = replaced.hits.size === 0 ? hits : hits.filter((hit) => !replaced.hits.has(hit));
  const placed = inChains(firstOf(first, query.top, compareHits), (hit) => replaced.behind.get(pathOf(hit)) ?? []);
  const wanted = queryWords(query.query);
  const results: SearchResult[] = [];
  for (const hit of placed) {
    if (results.length >= query.top) break;
    const replacement = replaced.replacedBy.get(pathOf(hit));
    results.push({ ...resultOf(hit, wanted), ...(replacement !== undefined && { replacedBy: replacement }) });
  }
  return { total: hits.length, results, cycles: replaced.cycles };
}
