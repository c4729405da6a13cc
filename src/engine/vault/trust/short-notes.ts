import type { Note } from '../notes/note.ts';
import type { NearDuplicate } from './duplicates.ts';
import { Latest } from './latest.ts';
import { ALIKE_AS_PART, SaidNotes, type ShortNote, type Standing } from './said-notes.ts';

/** How two short notes stand to each other by their names and summaries. */
export function standingOf(one: ShortNote, other: ShortNote): Standing {
  const said = new SaidNotes();
  return said.standing(said.add(one), said.add(other));
}

/** What a new note finds among those that are there. */
export interface Similar {
  readonly same: readonly NearDuplicate[];
  readonly opposite: readonly Pick<Note, 'path' | 'name'>[];
}

/** The notes that say nearly the same as a new one in a few words, or the opposite, in the order of the notes. */
export function similarShort(fresh: ShortNote, notes: Iterable<ShortNote>): Similar {
  const said = new SaidNotes();
  const own = said.add(fresh);
  const words = said.numbers.words();
  const [same, opposite]: [NearDuplicate[], Pick<Note, 'path' | 'name'>[]] = [[], []];
  for (const note of notes) {
    const { path, name, summary } = note;
    const text = `${name}\n${summary}`.toLowerCase();
    // To find the clauses of all notes takes longer.
    if (!words.some((word) => text.includes(word))) continue;
    const found = said.standing(own, said.add(note));
    if (found?.kind === 'same') same.push({ path, name, likeness: found.likeness, alike: found.alike });
    if (found?.kind === 'opposite') opposite.push({ path, name });
  }
  return { same, opposite };
}

/** Two notes of a vault, the later one first. */
export interface ShortPair {
  readonly path: string;
  readonly other: string;
  readonly standing: NonNullable<Standing>;
}

/** With how many notes that have a word, too, a note is compared for each of its rarer words: a word of all notes costs no more. */
const MOST_SHARING = 12;

/** Finds to each note the earlier ones with a clause about the same. The rarer a word is the lower is its number. */
class EarlierClauses {
  readonly #said: SaidNotes;
  /** By the words of a clause a number for all of them as one, behind those of the words. */
  readonly #wholes = new Map<string, number>();
  readonly #latest: Latest;
  /** Of each note the later one that it was found for last. */
  readonly #foundFor: Int32Array;

  constructor(said: SaidNotes, notes: number) {
    this.#said = said;
    this.#latest = new Latest(said.numbers.size + said.clauses.count, MOST_SHARING);
    this.#foundFor = new Int32Array(notes).fill(-1);
  }

  /** The earlier notes; then this one is an earlier one, too. */
  next(note: number): number[] {
    const { clauses } = this.#said;
    const found: number[] = [];
    for (let clause = this.#said.firstClause(note); clause < this.#said.firstClause(note + 1); clause += 1) {
      const length = clauses.lengthOf(clause);
      // Any clause about the same has one of the rarer words.
      const needed = length - Math.ceil(ALIKE_AS_PART * length) + 1;
      this.#look(this.#wholeOf(clause), clause, note, found);
      for (let place = 0; place < needed; place += 1) this.#look(clauses.at(clause, place), clause, note, found);
    }
    return found;
  }

  /** What is said by one word is that word. */
  #wholeOf(clause: number): number {
    const { clauses, numbers } = this.#said;
    if (clauses.lengthOf(clause) === 1) return clauses.at(clause, 0);
    const key = clauses.keyOf(clause);
    const whole = this.#wholes.get(key) ?? numbers.size + this.#wholes.size;
    this.#wholes.set(key, whole);
    return whole;
  }

  #look(token: number, clause: number, note: number, found: number[]): void {
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
 * The pairs of short notes that say nearly the same or the opposite. What it costs grows with the number of notes, not of pairs: each
 * clause is compared with the last ones that have one of its rarer words.
 * @param notes those that count, in the order in which they came
 */
export function shortPairs(notes: readonly ShortNote[]): ShortPair[] {
  const said = new SaidNotes();
  for (const note of notes) said.add(note);
  said.sortWords();
  const earlier = new EarlierClauses(said, notes.length);
  return notes.flatMap(({ path }, number) =>
    earlier.next(number).flatMap((each) => {
      const standing = said.standing(number, each);
      return standing === null ? [] : [{ path, other: notes[each]?.path ?? '', standing }];
    }),
  );
}
