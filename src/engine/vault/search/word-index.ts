import type { KnownNote } from '../cache/cached-note.ts';
import type { Note } from '../notes/note.ts';
import { Numbers, Postings } from './postings.ts';
import { type ScoredText, scoredText } from './scoring.ts';
import { Vocabulary } from './vocabulary.ts';

/** A note and all fields that searches read, in one object. Otherwise a large search would mostly wait for memory. */
export interface SearchableNote extends ScoredText {
  readonly note: KnownNote;
  readonly status: string;
  readonly updated: string | null;
  /** Whether it supersedes other notes or is superseded. */
  readonly isInChain: boolean;
}

/** Prepares a note for searches. */
export function searchable(note: KnownNote): SearchableNote {
  const { text, nameEnd, descriptionEnd, aliases, tags, tagParts, project } = scoredText(note);
  const { status, updated, supersedes, supersededBy } = note;
  const isInChain = supersedes.length + supersededBy.length > 0;
  // Fields are written out: objects made by spreading are several times slower to read.
  return { text, nameEnd, descriptionEnd, aliases, tags, tagParts, project, note, status, updated, isInChain };
}

/** Separators of tokens, in texts and words. Each is a single code unit, so no part of a word can span two tokens. */
const DIVIDERS = /[\s/_.,:;()[\]"'`-]+/;

/** Returns the tokens of the fields that match by substring. */
function tokensOf({ text, aliases }: ScoredText): Set<string> {
  const tokens = new Set((aliases === '' ? text : `${text}\n${aliases}`).split(DIVIDERS));
  tokens.delete('');
  return tokens;
}

/** Returns the values of the fields that match only as a whole. */
function keywordsOf({ tagParts, project }: ScoredText): Set<string> {
  return new Set([project, ...tagParts]);
}

/** Returns the longest token of a word; empty if the word consists of separators. */
function longestToken(word: string): string {
  return word.split(DIVIDERS).reduce((longest, token) => (token.length > longest.length ? token : longest), '');
}

/**
 * Index of the notes that may contain a word. Each token of a word in a text is part of one token of that text, so only notes with a token
 * that contains the word's longest token can match. Exact scores are computed afterwards.
 */
export class WordIndex {
  readonly #notes = new Numbers<SearchableNote>();
  readonly #numbers = new Map<string, number>();
  readonly #vocabulary = new Vocabulary();
  readonly #byToken = new Postings();
  readonly #byKeyword = new Postings();

  get size(): number {
    return this.#numbers.size;
  }

  /** Adds a note, or replaces the note at the same path. */
  set(note: Note): void {
    this.delete(note.path);
    const indexed = searchable(note);
    const number = this.#notes.take(indexed);
    this.#numbers.set(note.path, number);
    for (const token of tokensOf(indexed)) {
      this.#vocabulary.add(token);
      this.#byToken.add(token, number);
    }
    for (const keyword of keywordsOf(indexed)) this.#byKeyword.add(keyword, number);
  }

  delete(path: string): void {
    const number = this.#numbers.get(path);
    const indexed = number === undefined ? null : this.#notes.get(number);
    if (number === undefined || indexed === null) return;
    for (const token of tokensOf(indexed)) if (this.#byToken.remove(token, number)) this.#vocabulary.delete(token);
    for (const keyword of keywordsOf(indexed)) this.#byKeyword.remove(keyword, number);
    this.#numbers.delete(path);
    this.#notes.giveBack(number);
  }

  /** Returns all notes, in no order. */
  notes(): Iterable<SearchableNote> {
    return this.#notes.all();
  }

  /** Yields each note that may contain one of the words, once and in no order. May yield notes that do not match. */
  *candidates(words: readonly string[]): Iterable<SearchableNote> {
    for (const number of this.#numbersOf(words)) {
      const indexed = this.#notes.get(number);
      if (indexed !== null) yield indexed;
    }
  }

  #numbersOf(words: readonly string[]): Iterable<number> {
    const parts = words.map(longestToken);
    if (parts.includes('')) return this.#numbers.values();
    const seen = new Uint8Array(this.#notes.limit);
    const found: number[] = [];
    const see = (numbers: readonly number[]) => {
      for (const number of numbers) {
        if (seen[number] === 1) continue;
        seen[number] = 1;
        found.push(number);
      }
    };
    for (const word of words) see(this.#byKeyword.get(word));
    for (const part of parts) for (const token of this.#vocabulary.containing(part)) see(this.#byToken.get(token));
    return found;
  }
}
