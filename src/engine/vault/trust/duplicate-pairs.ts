import { compareCodePoints } from '../../text/code-point-order.ts';
import { takeFirst } from '../first-of.ts';
import type { Note } from '../notes/note.ts';
import { ALIKE, indexText, type NearDuplicate, noteWords } from './duplicates.ts';
import { LatestOnly } from './latest.ts';
import { NumberLists } from './number-lists.ts';
import { MAX_COMPARED, similarity } from './similarity.ts';
import { groupBy } from './supersession.ts';
import { WordNumbers } from './word-numbers.ts';

/** Two notes with nearly the same text. */
export interface DuplicatePair extends Pick<NearDuplicate, 'likeness' | 'alike'> {
  /** Path of the later note. */
  readonly path: string;
  readonly other: string;
}

export interface DuplicateReport {
  /** Each note at most once, with an earlier one, sorted by path. */
  readonly pairs: readonly DuplicatePair[];
  /** Number of notes that look like an earlier one but were not compared, because there are too many. */
  readonly left: number;
}

/** Notes are compared in full if this share of the words in name, tags and summary agrees. */
const ALIKE_AT_SIGHT = 0.5;
/** Number of a note's rarest words by which other notes are searched. Names and summaries hardly have twice as many words. */
const MAX_RARE = 24;
/**
 * For each rarer word, a note is compared with this many earlier notes that contain it, so that a frequent word costs no more than others.
 */
const MAX_SHARING = 8;
/** Number of similar notes with which a note is compared in full. */
const MAX_ALIKE = 3;
/** Limit of bytes to read for all pairs. A small file counts as `LEAST_COST` bytes. */
const MAX_READ = 4 * 1_048_576;
const LEAST_COST = 2_048;
/** No more pairs than these are considered before `MAX_READ` is reached: those that are read, and further pairs of notes that were found. */
const MAX_CONSIDERED = (MAX_ALIKE * MAX_READ) / (2 * LEAST_COST) + 1;
/** Allowance for headers, in bytes. They are not compared. If one text is twice as long as the other, they cannot agree in 0.8. */
const HEADERS = 2_048;

/** Fields of a note that are compared, and the file from which its text is read. */
export type ComparedNote = Pick<Note, 'path' | 'file' | 'name' | 'tags' | 'summary' | 'description'>;

interface Alike {
  readonly later: ComparedNote;
  readonly earlier: ComparedNote;
  readonly share: number;
  /** Number of earlier notes that are more similar. */
  place: number;
}

/**
 * Sorts by creation date, then by path. The later note is the duplicate. Grouped by day first, because notes share few days and comparing
 * takes long.
 */
export function sortByAge(notes: Iterable<Note>): Note[] {
  const byDay = groupBy(notes, ({ created, updated }) => created ?? updated ?? '');
  const days = [...byDay].sort(([one], [other]) => compareCodePoints(one, other));
  return days.flatMap(([, ofDay]) => ofDay.sort((one, other) => compareCodePoints(one.path, other.path)));
}

/** Finds earlier notes that look similar. Notes are numbered in the order of their addition. */
class Sightings {
  readonly #notes: readonly ComparedNote[];
  readonly #sizes: Float64Array;
  /** Words of each note as numbers, the vault's rarest word first, equally rare ones in order of occurrence. */
  readonly #sights = new NumberLists();
  /** Number of words that only one note has, and which therefore have the lowest numbers. */
  readonly #single: number;
  /** Earlier notes by each of their rarer words. Two notes of ordinary length that agree in half of their words share one of these. */
  readonly #byWord: LatestOnly;
  /** For each note, the later one with which it was compared last. */
  readonly #comparedWith: Int32Array;

  constructor(notes: readonly ComparedNote[]) {
    this.#notes = notes;
    this.#sizes = Float64Array.from(notes, ({ file }) => file.size);
    const numbers = new WordNumbers();
    for (const { name, tags, summary } of notes) {
      this.#sights.add(numbers.once(numbers.in(indexText(name, tags, summary))));
    }
    const { ranks, single } = numbers.byRarity(this.#sights.counts(numbers.size));
    this.#sights.renumber(ranks);
    this.#single = single;
    this.#byWord = new LatestOnly(numbers.size - single, MAX_SHARING);
    this.#comparedWith = new Int32Array(notes.length).fill(-1);
  }

  /** Returns the most similar earlier notes, and adds this note to the earlier ones. */
  next(later: ComparedNote, number: number): Alike[] {
    const alike: Alike[] = [];
    let least = ALIKE_AT_SIGHT;
    const length = this.#sights.lengthOf(number);
    const rarer = Math.min(length, MAX_RARE, length - Math.ceil(ALIKE_AT_SIGHT * length) + 1);
    for (let place = 0; place < rarer; place += 1) {
      const word = this.#sights.at(number, place) - this.#single;
      if (word < 0) continue;
      for (let which = this.#byWord.first(word); which < this.#byWord.count(word); which += 1) {
        const other = this.#byWord.at(word, which);
        if (this.#comparedWith[other] === number) continue;
        this.#comparedWith[other] = number;
        const share = this.#share(number, other, least);
        const earlier = this.#notes[other];
        if (earlier !== undefined && share >= least) least = addAlike(alike, { later, earlier, share, place: 0 });
      }
      this.#byWord.put(word, number);
    }
    for (const [place, each] of alike.entries()) each.place = place;
    return alike;
  }

  /** Returns the share of words in which two notes agree, as `NumberLists`; 0 if the lengths of their texts and word lists rule it out. */
  #share(one: number, other: number, least: number): number {
    const [words, otherWords] = [this.#sights.lengthOf(one), this.#sights.lengthOf(other)];
    if (Math.min(words, otherWords) / Math.max(words, otherWords) < least) return 0;
    const [size, otherSize] = [this.#sizes[one] ?? 0, this.#sizes[other] ?? 0];
    if (Math.max(size, otherSize) > 2 * Math.min(size, otherSize) + HEADERS) return 0;
    return this.#sights.share(one, other, least);
  }
}

/** Adds an earlier note to the few most similar ones. @returns the least share of words that another one needs */
function addAlike(alike: Alike[], fresh: Alike): number {
  let place = alike.length;
  for (let before = alike[place - 1]; before !== undefined && compareAlike(fresh, before) < 0; before = alike[place - 1]) place -= 1;
  alike.splice(place, 0, fresh);
  if (alike.length > MAX_ALIKE) alike.pop();
  return alike.length < MAX_ALIKE ? ALIKE_AT_SIGHT : (alike.at(-1)?.share ?? ALIKE_AT_SIGHT);
}

/** Sorts the most similar pair of each note first, then each note's second most similar pair, and so on. */
function compareAlike(one: Alike, other: Alike): number {
  return (
    one.place - other.place ||
    other.share - one.share ||
    compareCodePoints(one.later.path, other.later.path) ||
    compareCodePoints(one.earlier.path, other.earlier.path)
  );
}

const costOf = ({ file: { size } }: ComparedNote) => Math.max(LEAST_COST, Math.min(size, MAX_COMPARED));

/** As `findPairsInOrder`. @param notes current notes in any order @param bodyOf returns the text of the note at a path */
export function findDuplicatePairs(notes: Iterable<Note>, bodyOf: (path: string) => string): DuplicateReport {
  return findPairsInOrder(sortByAge(notes), ({ path }) => bodyOf(path));
}

/**
 * Returns notes with nearly the same text as an earlier one (decision 0010, "Near duplicates"). The cost is bounded: only notes whose
 * names, tags and summaries agree in half of their words are compared, and at most 4 MiB are read, most similar pairs first.
 * @param notes current notes, oldest first
 * @param bodyOf returns the text of a note without its header; empty if it cannot be read
 */
export function findPairsInOrder(notes: readonly ComparedNote[], bodyOf: (note: ComparedNote) => string): DuplicateReport {
  const sightings = new Sightings(notes);
  const alike = notes.flatMap((note, number) => sightings.next(note, number));
  const found = new Map<string, DuplicatePair>();
  const words = (note: ComparedNote) => noteWords({ ...note, body: bodyOf(note) });
  const considered = new Set<Alike>();
  let room = MAX_READ;
  for (const pair of takeFirst(alike, MAX_CONSIDERED, compareAlike)) {
    const { later, earlier } = pair;
    if (!found.has(later.path)) room -= costOf(later) + costOf(earlier);
    if (room < 0) break;
    considered.add(pair);
    if (found.has(later.path)) continue;
    const likeness = similarity(words(later), words(earlier));
    if (likeness >= ALIKE) found.set(later.path, { path: later.path, other: earlier.path, likeness, alike: 'text' });
  }
  const left = new Set(alike.filter((pair) => !considered.has(pair) && !found.has(pair.later.path)).map(({ later }) => later));
  const pairs = [...found.values()].sort((one, other) => compareCodePoints(one.path, other.path));
  return { pairs, left: left.size };
}
