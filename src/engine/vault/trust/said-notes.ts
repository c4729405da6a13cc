import { UNKNOWN } from '../known.ts';
import type { Note } from '../notes/note.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { ALIKE } from './duplicates.ts';
import { NumberLists } from './number-lists.ts';
import { WordNumbers } from './word-numbers.ts';

/** What is compared of a note: its name, and what it says first. */
export type ShortNote = Pick<Note, 'path' | 'name' | 'project' | 'summary'>;

/** How far notes agree in a few words, and in which. */
export interface SaidAlike {
  readonly likeness: number;
  readonly alike: 'name and summary' | 'summary';
}

/** How two short notes stand to each other: they say the opposite, or nearly the same, from 0.8 to 1; `null` for neither. */
export type Standing = { readonly kind: 'opposite' } | ({ readonly kind: 'same' } & SaidAlike) | null;

/** So many of the words of both clauses are in both; less where one has all words of the other. */
const ALIKE_CLAUSES = 0.75;
export const ALIKE_AS_PART = 0.6;
/** Fewer words of a summary say too little by themselves. */
const LEAST_WORDS = 2;

/** What notes say in their names and summaries, made to be compared. Notes and clauses are numbers, as they came. */
export class SaidNotes {
  readonly numbers = new WordNumbers();
  /** The words of each clause. */
  readonly clauses = new NumberLists();
  /** Of each clause the note that says it. */
  readonly noteOf: number[] = [];
  readonly #notes: ShortNote[] = [];
  readonly #said: Pick<Clause, 'isNegated' | 'isDirective'>[] = [];
  /** Of each note its first clause; behind them what would be the next one. */
  readonly #firsts = [0];
  /** Those of name and summary of each note. */
  readonly #words = new NumberLists();
  readonly #summaryWords = new NumberLists();

  /** @returns its number */
  add(note: ShortNote): number {
    const ofName = this.#addClauses(clausesOf(note.name));
    const ofSummary = this.#addClauses(clausesOf(note.summary));
    this.#words.add(this.numbers.once([...ofName, ...ofSummary]));
    this.#summaryWords.add(this.numbers.once(ofSummary));
    this.#firsts.push(this.clauses.count);
    return this.#notes.push(note) - 1;
  }

  /** @returns their words */
  #addClauses(clauses: readonly Clause[]): number[] {
    const all: number[] = [];
    for (const clause of clauses) {
      const words = Array.from(clause.words, (word) => this.numbers.of(word));
      this.clauses.add(words);
      this.#said.push(clause);
      this.noteOf.push(this.#notes.length);
      all.push(...words);
    }
    return all;
  }

  /** Gives all words other numbers: the fewer notes have one the lower. */
  sortWords(): void {
    const ranks = this.numbers.byRarity(this.#words.counts(this.numbers.size), (one, other) => (one < other ? -1 : 1));
    for (const lists of [this.clauses, this.#words, this.#summaryWords]) lists.renumber(ranks);
  }

  firstClause(note: number): number {
    return this.#firsts[note] ?? 0;
  }

  /** Whether two clauses are about the same: what they say may be the opposite. One word alone is a subject, unless something is told of it. */
  areAboutTheSame(one: number, other: number): boolean {
    const [length, otherLength] = [this.clauses.lengthOf(one), this.clauses.lengthOf(other)];
    const [few, many] = [Math.min(length, otherLength), Math.max(length, otherLength)];
    if (few < ALIKE_AS_PART * many) return false;
    if (few === 1 && !(this.#said[one]?.isDirective === true && this.#said[other]?.isDirective === true)) return false;
    const share = this.clauses.share(one, other, ALIKE_AS_PART);
    return share >= ALIKE_CLAUSES || (share >= ALIKE_AS_PART && share === few / many);
  }

  standing(one: number, other: number): Standing {
    if (this.#haveClauses(one, other, true)) return this.#shareProject(one, other) ? { kind: 'opposite' } : null;
    const said = this.#likenessOf(one, other);
    return said.likeness >= ALIKE && this.#haveClauses(one, other, false) ? { kind: 'same', ...said } : null;
  }

  /** Whether two notes have clauses about the same, of which one denies what the other says, or none or both do. */
  #haveClauses(one: number, other: number, areOpposite: boolean): boolean {
    for (let clause = this.firstClause(one); clause < this.firstClause(one + 1); clause += 1) {
      for (let against = this.firstClause(other); against < this.firstClause(other + 1); against += 1) {
        const isOpposite = this.#said[clause]?.isNegated !== this.#said[against]?.isNegated;
        if (isOpposite === areOpposite && this.areAboutTheSame(clause, against)) return true;
      }
    }
    return false;
  }

  /** In different projects the opposite may be right. */
  #shareProject(one: number, other: number): boolean {
    const [project, otherProject] = [this.#notes[one]?.project, this.#notes[other]?.project];
    return project === otherProject || project === UNKNOWN || otherProject === UNKNOWN;
  }

  /** By all words, or under other names by those of the summaries; too little where it is less than `ALIKE`. */
  #likenessOf(one: number, other: number): SaidAlike {
    const both: SaidAlike = { likeness: this.#words.share(one, other, ALIKE), alike: 'name and summary' };
    if (!this.#shareProject(one, other)) return both;
    const isLongEnough = Math.min(this.#summaryWords.lengthOf(one), this.#summaryWords.lengthOf(other)) >= LEAST_WORDS;
    const likeness = isLongEnough ? this.#summaryWords.share(one, other, ALIKE) : 0;
    return likeness > both.likeness ? { likeness, alike: 'summary' } : both;
  }
}
