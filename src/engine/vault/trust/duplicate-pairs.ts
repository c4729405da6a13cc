import { compareCodePoints } from '../../text/code-point-order.ts';
import { firstOf } from '../first-of.ts';
import type { Note } from '../notes/note.ts';
import { ALIKE, type NearDuplicate, noteWords, sightOf } from './duplicates.ts';
import { Latest } from './latest.ts';
import { NumberLists } from './number-lists.ts';
import { likenessOf, MOST_COMPARED } from './similarity.ts';
import { WordNumbers } from './word-numbers.ts';

/** Two notes that say nearly the same. */
export interface DuplicatePair extends Pick<NearDuplicate, 'likeness' | 'alike'> {
  /** Of the later one. */
  readonly path: string;
  readonly other: string;
}

export interface DuplicateReport {
  /** Each note at most once, with an earlier one; by path. */
  readonly pairs: readonly DuplicatePair[];
  /** Notes that look like an earlier one, and were not compared with it, because there are too many. */
  readonly left: number;
}

/** What is looked at more closely agrees in half of the words of name, tags and summary. */
const ALIKE_AT_SIGHT = 0.5;
/** Of how many of its words, the rarest, others are looked for: names and summaries have hardly twice as many. */
const MOST_RARE = 24;
/** With how many earlier notes that have a word, too, a note is compared for each of its rarer words: a word of all notes costs no more. */
const MOST_SHARING = 8;
/** With how many notes that look alike a note is compared as a whole. */
const MOST_ALIKE = 3;
/** How much is read for all pairs together, in bytes; a small file costs as much as one of so many. */
const MOST_READ = 4 * 1_048_576;
const LEAST_COST = 2_048;
/** Headers are not compared; texts of which one is twice as long as the other cannot agree in 0.8. */
const HEADERS = 2_048;

interface Alike {
  readonly later: Note;
  readonly earlier: Note;
  readonly share: number;
  /** How many earlier notes are likelier. */
  readonly place: number;
}

/** By when they were written, then by path: what came later is the duplicate. */
export function compareAge(one: Note, other: Note): number {
  const day = ({ created, updated }: Note) => created ?? updated ?? '';
  return compareCodePoints(day(one), day(other)) || compareCodePoints(one.path, other.path);
}

/** Finds to each note the earlier ones that look alike. Notes are numbers, as they came. */
class Sightings {
  readonly #notes: readonly Note[];
  readonly #sizes: Float64Array;
  /** The words of each note as numbers, the rarest word of the vault first; equally rare ones in the order in which they come. */
  readonly #sights = new NumberLists();
  /** The earlier notes by each of their rarer words. Two notes of ordinary length that agree in half of their words share one of these. */
  readonly #byWord: Latest;
  /** Of each note the later one that it was compared with last. */
  readonly #comparedWith: Int32Array;

  constructor(notes: readonly Note[]) {
    this.#notes = notes;
    this.#sizes = Float64Array.from(notes, ({ file }) => file.size);
    const numbers = new WordNumbers();
    for (const { name, tags, summary } of notes) {
      this.#sights.add(numbers.once(sightOf(name, tags, summary).map((word) => numbers.of(word))));
    }
    this.#sights.renumber(numbers.byRarity(this.#sights.counts(numbers.size)));
    this.#byWord = new Latest(numbers.size, MOST_SHARING);
    this.#comparedWith = new Int32Array(notes.length).fill(-1);
  }

  /** The likeliest of the earlier notes; then this one is an earlier one, too. */
  next(later: Note, number: number): Alike[] {
    const alike: Alike[] = [];
    const length = this.#sights.lengthOf(number);
    const rarer = Math.min(length, MOST_RARE, length - Math.ceil(ALIKE_AT_SIGHT * length) + 1);
    for (let place = 0; place < rarer; place += 1) {
      const word = this.#sights.at(number, place);
      for (let which = this.#byWord.first(word); which < this.#byWord.count(word); which += 1) {
        const other = this.#byWord.at(word, which);
        if (this.#comparedWith[other] === number || !this.#mayAgree(number, other)) continue;
        this.#comparedWith[other] = number;
        const share = this.#sights.share(number, other, ALIKE_AT_SIGHT);
        const earlier = this.#notes[other];
        if (earlier !== undefined && share >= ALIKE_AT_SIGHT) alike.push({ later, earlier, share, place: 0 });
      }
      this.#byWord.put(word, number);
    }
    return alike.length === 0 ? alike : firstOf(alike, MOST_ALIKE, compareAlike).map((each, place) => ({ ...each, place }));
  }

  /** By how long their texts and their lists of words are. */
  #mayAgree(one: number, other: number): boolean {
    const [size, otherSize] = [this.#sizes[one] ?? 0, this.#sizes[other] ?? 0];
    if (Math.max(size, otherSize) > 2 * Math.min(size, otherSize) + HEADERS) return false;
    const [words, otherWords] = [this.#sights.lengthOf(one), this.#sights.lengthOf(other)];
    return Math.min(words, otherWords) >= ALIKE_AT_SIGHT * Math.max(words, otherWords);
  }
}

/** The likeliest of all notes first, then the next likeliest of each. */
function compareAlike(one: Alike, other: Alike): number {
  return (
    one.place - other.place ||
    other.share - one.share ||
    compareCodePoints(one.later.path, other.later.path) ||
    compareCodePoints(one.earlier.path, other.earlier.path)
  );
}

const costOf = ({ file: { size } }: Note) => Math.max(LEAST_COST, Math.min(size, MOST_COMPARED));

/**
 * The notes of a vault that say nearly the same as an earlier one (decision 0010, "Near duplicates"). What it costs is bounded: looked at
 * are notes whose names, tags and summaries agree in half of their words, and at most 4 MiB of them are read, the likeliest first.
 * @param notes those that count
 * @param bodyOf the text of a note without its header; empty for one that cannot be read
 */
export function duplicatePairs(notes: Iterable<Note>, bodyOf: (path: string) => string): DuplicateReport {
  const all = [...notes].sort(compareAge);
  const sightings = new Sightings(all);
  const alike = all.flatMap((note, number) => sightings.next(note, number));
  const found = new Map<string, DuplicatePair>();
  const words = (note: Note) => noteWords({ ...note, body: bodyOf(note.path) });
  const left = new Set<string>();
  let room = MOST_READ;
  for (const { later, earlier } of alike.sort(compareAlike)) {
    if (found.has(later.path)) continue;
    room -= costOf(later) + costOf(earlier);
    if (room < 0) {
      left.add(later.path);
      continue;
    }
    const likeness = likenessOf(words(later), words(earlier));
    if (likeness >= ALIKE) found.set(later.path, { path: later.path, other: earlier.path, likeness, alike: 'text' });
  }
  const pairs = [...found.values()].sort((one, other) => compareCodePoints(one.path, other.path));
  return { pairs, left: left.size };
}
