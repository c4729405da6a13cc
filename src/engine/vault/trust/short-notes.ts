import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { commonPart } from './clauses.ts';
import type { NearDuplicate } from './duplicates.ts';
import { LatestOnly } from './latest.ts';
import { ALIKE_AS_PART, NoteClauses, type NoteRelation, type ShortNote } from './note-clauses.ts';

/** Returns the relation of two short notes, judging by their names and summaries. */
export function compareShortNotes(one: ShortNote, other: ShortNote): NoteRelation {
  const clauses = new NoteClauses();
  return clauses.compare(clauses.add(one), clauses.add(other));
}

/** Existing notes that are similar or opposite to a new one. */
export interface Similar {
  readonly same: readonly NearDuplicate[];
  readonly opposite: readonly Pick<Note, 'path' | 'name'>[];
}

/** Reports whether a text may have a clause on the same topic as one with these words. */
function mayShare(text: string, words: readonly string[]): boolean {
  let shared = 0;
  for (const word of words) if (text.includes(word)) shared += 1;
  return shared >= ALIKE_AS_PART * words.length;
}

/** Returns the notes whose short texts say nearly the same as a new note, or the opposite, in the order of the notes. */
export function findSimilarNotes(fresh: ShortNote, notes: Iterable<ShortNote>): Similar {
  const clauses = new NoteClauses();
  const own = clauses.add(fresh);
  const topics = clauses.wordsOf(own).map((words) => words.map(commonPart));
  const [same, opposite]: [NearDuplicate[], Pick<Note, 'path' | 'name'>[]] = [[], []];
  for (const note of notes) {
    const { path, name, summary } = note;
    const text = comparable(`${name}\n${summary}`);
    // Cheap test first: parsing the clauses of all notes takes longer.
    if (!topics.some((words) => mayShare(text, words))) continue;
    const found = clauses.compare(own, clauses.add(note));
    if (found?.kind === 'same') same.push({ path, name, likeness: found.likeness, alike: found.alike });
    if (found?.kind === 'opposite') opposite.push({ path, name });
  }
  return { same, opposite };
}

/** Related pair of notes, the later one first. */
export interface SimilarPair {
  readonly path: string;
  readonly other: string;
  readonly relation: NonNullable<NoteRelation>;
}

/**
 * For each rarer word, a note is compared with this many earlier notes that contain it, so that a frequent word costs no more than others.
 */
const MAX_SHARING = 12;

/** Finds earlier notes with a clause on the same topic. Renumbers words by rarity. */
class EarlierClauses {
  readonly #said: NoteClauses;
  /** For each clause, the first one with the same words. It stands for the whole clause, after the numbers of single words. */
  readonly #firstsAlike: Int32Array;
  readonly #latest: LatestOnly;
  /** Number of words that only one note has, and which therefore have the lowest numbers. */
  readonly #single: number;
  /** For each note, the later one for which it was found last. */
  readonly #foundFor: Int32Array;

  constructor(clauses: NoteClauses, notes: number) {
    this.#said = clauses;
    this.#single = clauses.sortWords();
    this.#firstsAlike = clauses.clauses.firstsAlike();
    this.#latest = new LatestOnly(clauses.numbers.size - this.#single + clauses.clauses.count, MAX_SHARING);
    this.#foundFor = new Int32Array(notes).fill(-1);
  }

  /** Returns the earlier notes, and adds this note to them. */
  next(note: number): number[] {
    const { clauses } = this.#said;
    const found: number[] = [];
    for (let clause = this.#said.firstClause(note); clause < this.#said.firstClause(note + 1); clause += 1) {
      const length = clauses.lengthOf(clause);
      // Every clause on the same topic has one of the rarer words.
      const needed = length - Math.ceil(ALIKE_AS_PART * length) + 1;
      this.#look(this.#wholeOf(clause), clause, note, found);
      for (let place = 0; place < needed; place += 1) this.#look(clauses.at(clause, place), clause, note, found);
    }
    return found;
  }

  /** Returns the number of a whole clause. A clause of one word has the word's number. */
  #wholeOf(clause: number): number {
    const { clauses, numbers } = this.#said;
    return clauses.lengthOf(clause) === 1 ? clauses.at(clause, 0) : numbers.size + (this.#firstsAlike[clause] ?? 0);
  }

  #look(word: number, clause: number, note: number, found: number[]): void {
    const token = word - this.#single;
    if (token < 0) return;
    for (let which = this.#latest.first(token); which < this.#latest.count(token); which += 1) {
      const earlier = this.#latest.at(token, which);
      const other = this.#said.noteOf[earlier] ?? note;
      if (other === note || this.#foundFor[other] === note || !this.#said.areAboutTheSame(clause, earlier)) continue;
      this.#foundFor[other] = note;
      found.push(other);
    }
    this.#latest.put(token, clause);
  }
}

/**
 * Finds the pairs of short notes that say nearly the same or the opposite. The cost is linear in the number of notes: each clause is
 * compared only with the last ones that have one of its rarer words.
 */
export class SimilarPairs {
  readonly #clauses = new NoteClauses();
  readonly #paths: string[] = [];

  /** Adds a current note. Add the oldest first. */
  add(note: ShortNote): void {
    this.#clauses.add(note);
    this.#paths.push(note.path);
  }

  /** Returns the pairs. Call it once, after all notes have been added. */
  find(): SimilarPair[] {
    const earlier = new EarlierClauses(this.#clauses, this.#paths.length);
    const pairs: SimilarPair[] = [];
    for (const [number, path] of this.#paths.entries()) {
      for (const each of earlier.next(number)) {
        const relation = this.#clauses.compare(number, each);
        if (relation !== null) pairs.push({ path, other: this.#paths[each] ?? '', relation });
      }
    }
    return pairs;
  }
}
