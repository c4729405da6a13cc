import { compareCodePoints } from '../../text/code-point-order.ts';
import { firstOf } from '../first-of.ts';
import type { Note } from '../notes/note.ts';
import { ALIKE, noteWords, sightOf } from './duplicates.ts';
import { likenessOf, MOST_COMPARED } from './similarity.ts';

/** Two notes that say nearly the same. */
export interface DuplicatePair {
  /** Of the later one. */
  readonly path: string;
  readonly other: string;
  /** From 0.8 to 1. */
  readonly likeness: number;
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

/** A note as it is known without reading it. */
interface Seen {
  readonly note: Note;
  /** Its words as numbers, the rarest word of the vault first. */
  readonly words: Int32Array;
  /** The later note that it was compared with last. */
  comparedWith: Note | null;
}

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

/** The words of each note by how rare they are; equally rare ones in the order in which they come. */
function ranked(notes: readonly Note[]): Seen[] {
  const sights = notes.map(({ name, tags, summary }) => sightOf(name, tags, summary));
  const counts = new Map<string, number>();
  for (const sight of sights) for (const word of sight) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rarest = [...counts].sort(([, few], [, many]) => few - many).map(([word]) => word);
  const ranks = new Map(rarest.map((word, rank) => [word, rank]));
  return notes.map((note, n) => {
    const words = Int32Array.from(sights[n] ?? [], (word) => ranks.get(word) ?? 0).sort();
    return { note, words, comparedWith: null };
  });
}

/** How many of two ascending lists of numbers are in both, of all there are. */
function shareOfSorted(one: Int32Array, other: Int32Array): number {
  let shared = 0;
  for (let at = 0, there = 0; at < one.length && there < other.length; ) {
    const difference = (one[at] ?? 0) - (other[there] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) there += 1;
  }
  return shared === 0 ? 0 : shared / (one.length + other.length - shared);
}

/** By how long their texts and their lists of words are. */
function mayAgree(one: Seen, other: Seen): boolean {
  const [{ size }, { size: otherSize }] = [one.note.file, other.note.file];
  if (Math.max(size, otherSize) > 2 * Math.min(size, otherSize) + HEADERS) return false;
  return Math.min(one.words.length, other.words.length) >= ALIKE_AT_SIGHT * Math.max(one.words.length, other.words.length);
}

/** Finds to each note the earlier ones that look alike. */
class Sightings {
  /** The earlier notes by each of their rarer words. Two notes of ordinary length that agree in half of their words share one of these. */
  readonly #byWord = new Map<number, Seen[]>();

  /** The likeliest of the earlier notes; then this one is an earlier one, too. */
  next(seen: Seen): Alike[] {
    const { note: later, words } = seen;
    const alike: Alike[] = [];
    const rarer = words.length - Math.ceil(ALIKE_AT_SIGHT * words.length) + 1;
    for (const word of words.subarray(0, Math.min(rarer, MOST_RARE))) {
      const others = this.#byWord.get(word) ?? [];
      if (others.length === 0) this.#byWord.set(word, others);
      for (let at = Math.max(0, others.length - MOST_SHARING); at < others.length; at += 1) {
        const other = others[at];
        if (other === undefined || other.comparedWith === later || !mayAgree(seen, other)) continue;
        other.comparedWith = later;
        const share = shareOfSorted(words, other.words);
        if (share >= ALIKE_AT_SIGHT) alike.push({ later, earlier: other.note, share, place: 0 });
      }
      others.push(seen);
    }
    return firstOf(alike, MOST_ALIKE, compareAlike).map((each, place) => ({ ...each, place }));
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
  const sightings = new Sightings();
  const alike = ranked([...notes].sort(compareAge)).flatMap((seen) => sightings.next(seen));
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
    if (likeness >= ALIKE) found.set(later.path, { path: later.path, other: earlier.path, likeness });
  }
  const pairs = [...found.values()].sort((one, other) => compareCodePoints(one.path, other.path));
  return { pairs, left: left.size };
}
