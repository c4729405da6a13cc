import { UNKNOWN } from '../note-fields.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { type Clause, ClauseWords, parseClauses } from './clauses.ts';
import { ALIKE } from './duplicates.ts';
import { NumberLists } from './number-lists.ts';

/** Fields of a note that are compared. */
export type ShortNote = Pick<Note, 'path' | 'name' | 'project' | 'summary'>;

/** How similar short notes are, and in which fields. */
export interface AlikeNotes {
  readonly likeness: number;
  readonly alike: 'name and summary' | 'summary' | 'name';
}

/** Relation of two short notes: opposite, or nearly the same with a likeness from 0.8 to 1; `null` for neither. */
export type NoteRelation = { readonly kind: 'opposite' } | ({ readonly kind: 'same' } & AlikeNotes) | null;

/** Share of common words in two clauses on the same topic. `ALIKE_AS_PART` suffices if one clause has all words of the other. */
const ALIKE_CLAUSES = 0.75;
export const ALIKE_AS_PART = 0.6;
/** Smallest number of words in a summary that is compared by itself. */
const LEAST_WORDS = 2;
/** Smallest number of words, number and unit included, in a clause whose amount may contradict another. */
const LEAST_WITH_AMOUNT = 4;
/** The same, if the clause names a setting: `Timeouts are 30 seconds`, but not `Took 3 hours`. */
const LEAST_WITH_SETTING = 3;

/** Clauses in the names and summaries of notes, indexed for comparison. Notes and clauses are numbered in the order of their addition. */
export class NoteClauses {
  readonly #clauseWords = new ClauseWords();
  readonly numbers = this.#clauseWords.numbers;
  /** Words of each clause. */
  readonly clauses = new NumberLists();
  /** The note of each clause. */
  readonly noteOf: number[] = [];
  readonly #notes: ShortNote[] = [];
  readonly #said: Omit<Clause, 'words'>[] = [];
  /** First clause of each note, then the number of the next clause to add. */
  readonly #firsts = [0];
  /** Words of name and summary of each note. */
  readonly #words = new NumberLists();
  readonly #summaryWords = new NumberLists();
  readonly #nameWords = new NumberLists();

  /** Adds a note. @returns its number */
  add(note: ShortNote): number {
    const ofName = this.#addClauses(parseClauses(note.name, this.#clauseWords));
    const ofSummary = this.#addClauses(parseClauses(note.summary, this.#clauseWords));
    this.#words.add(this.numbers.once([...ofName, ...ofSummary]));
    this.#summaryWords.add(this.numbers.once(ofSummary));
    this.#nameWords.add(this.numbers.once(ofName));
    this.#firsts.push(this.clauses.count);
    return this.#notes.push(note) - 1;
  }

  /** Adds clauses. @returns their words */
  #addClauses(clauses: readonly Clause[]): number[] {
    const all: number[] = [];
    for (const clause of clauses) {
      const { words, ...said } = clause;
      this.clauses.add(words);
      this.#said.push(said);
      this.noteOf.push(this.#notes.length);
      all.push(...words);
    }
    return all;
  }

  /** Renumbers all words by rarity. Words in fewer notes get lower numbers. @returns the number of words that only one note has */
  sortWords(): number {
    const { ranks, single } = this.numbers.byRarity(this.#words.counts(this.numbers.size), (one, other) => (one < other ? -1 : 1));
    for (const lists of [this.clauses, this.#words, this.#summaryWords, this.#nameWords]) lists.renumber(ranks);
    return single;
  }

  /** Returns the stemmed words of each clause of a note, in no order. Call it before `sortWords`. */
  wordsOf(note: number): string[][] {
    const first = this.firstClause(note);
    return Array.from({ length: this.firstClause(note + 1) - first }, (_, place) => this.#wordsIn(first + place));
  }

  #wordsIn(clause: number): string[] {
    const words = { length: this.clauses.lengthOf(clause) };
    return Array.from(words, (_, place) => this.numbers.words[this.clauses.at(clause, place)] ?? '');
  }

  firstClause(note: number): number {
    return this.#firsts[note] ?? 0;
  }

  /**
   * Reports whether two clauses have the same topic, so that they may contradict each other. A single common word counts only in
   * instructions.
   */
  areAboutTheSame(one: number, other: number): boolean {
    const [length, otherLength] = [this.clauses.lengthOf(one), this.clauses.lengthOf(other)];
    const [few, many] = [Math.min(length, otherLength), Math.max(length, otherLength)];
    if (few < ALIKE_AS_PART * many) return false;
    if (few === 1 && !(this.#said[one]?.isDirective === true && this.#said[other]?.isDirective === true)) return false;
    const share = this.clauses.share(one, other, ALIKE_AS_PART);
    return share >= ALIKE_CLAUSES || (share >= ALIKE_AS_PART && share === few / many);
  }

  compare(one: number, other: number): NoteRelation {
    if (this.#haveClauses(one, other, true)) return this.#shareProject(one, other) ? { kind: 'opposite' } : null;
    const said = this.#likenessOf(one, other);
    if (said.likeness >= ALIKE && this.#haveClauses(one, other, false)) return { kind: 'same', ...said };
    return this.#haveNearlyOneName(one, other) ? { kind: 'same', likeness: 1, alike: 'name' } : null;
  }

  /**
   * Reports whether the names of two notes of one project differ only in function words, punctuation or word forms. Equal names are
   * reported as such elsewhere, and in an old vault notes in many folders may have one name.
   */
  #haveNearlyOneName(one: number, other: number): boolean {
    const length = this.#nameWords.lengthOf(one);
    if (length < LEAST_WORDS || length !== this.#nameWords.lengthOf(other) || !this.#shareProject(one, other)) return false;
    if (this.#nameWords.share(one, other, 1) < 1) return false;
    return comparable(this.#notes[one]?.name ?? '') !== comparable(this.#notes[other]?.name ?? '');
  }

  /** Reports whether two notes have clauses on the same topic that are opposite, or not opposite. */
  #haveClauses(one: number, other: number, areOpposite: boolean): boolean {
    for (let clause = this.firstClause(one); clause < this.firstClause(one + 1); clause += 1) {
      for (let against = this.firstClause(other); against < this.firstClause(other + 1); against += 1) {
        const least = this.#said[clause]?.isSetting === true ? LEAST_WITH_SETTING : LEAST_WITH_AMOUNT;
        const isOpposite =
          this.#said[clause]?.isNegated !== this.#said[against]?.isNegated ||
          this.#differInAmount(clause, against, areOpposite ? least : 0);
        if (isOpposite === areOpposite && this.areAboutTheSame(clause, against)) return true;
      }
    }
    return false;
  }

  /** Reports whether two clauses have the same words, at least `fewest`, but another number. */
  #differInAmount(one: number, other: number, fewest: number): boolean {
    const [amount, otherAmount] = [this.#said[one]?.amount ?? null, this.#said[other]?.amount ?? null];
    if (amount === null || otherAmount === null || amount === otherAmount) return false;
    return this.clauses.lengthOf(one) >= fewest && this.clauses.share(one, other, 1) === 1;
  }

  /** Reports whether two notes may share a project. In different projects the opposite may be right. */
  #shareProject(one: number, other: number): boolean {
    const [project, otherProject] = [this.#notes[one]?.project, this.#notes[other]?.project];
    return project === otherProject || project === UNKNOWN || otherProject === UNKNOWN;
  }

  /**
   * Returns the likeness of all words or, for notes of the same project, of the summaries alone. May be too small if it is below `ALIKE`.
   */
  #likenessOf(one: number, other: number): AlikeNotes {
    const both: AlikeNotes = { likeness: this.#words.share(one, other, ALIKE), alike: 'name and summary' };
    if (!this.#shareProject(one, other)) return both;
    const isLongEnough = Math.min(this.#summaryWords.lengthOf(one), this.#summaryWords.lengthOf(other)) >= LEAST_WORDS;
    const likeness = isLongEnough ? this.#summaryWords.share(one, other, ALIKE) : 0;
    return likeness > both.likeness ? { likeness, alike: 'summary' } : both;
  }
}
