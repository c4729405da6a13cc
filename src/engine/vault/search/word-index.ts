import type { KnownNote } from '../cache/remembered-note.ts';
import type { Note } from '../notes/note.ts';
import { Numbers, Postings } from './postings.ts';
import { type ScoredText, scoredText } from './scoring.ts';
import { Vocabulary } from './vocabulary.ts';

/** A note with what of it every search looks at, side by side: where it has to be gathered, most of a large search is waiting for memory. */
export interface SearchableNote extends ScoredText {
  readonly note: KnownNote;
  readonly status: string;
  readonly updated: string | null;
  /** It says that it replaces others, or is replaced. */
  readonly isInChain: boolean;
}

/** Makes a note ready for searches. */
export function searchable(note: KnownNote): SearchableNote {
  const { text, nameEnd, descriptionEnd, aliases, tags, tagParts, project } = scoredText(note);
  const { status, updated, supersedes, supersededBy } = note;
  const isInChain = supersedes.length + supersededBy.length > 0;
  // Spelled out: objects that are spread are several times slower to read.
  return { text, nameEnd, descriptionEnd, aliases, tags, tagParts, project, note, status, updated, isInChain };
}

/** What divides texts and words alike into tokens. Each of them is a single unit, so no part of a word can lie across two tokens. */
const DIVIDERS = /[\s/_.,:;()[\]"'`-]+/;

/** The tokens of the fields that a word is a part of. */
function tokensOf({ text, aliases }: ScoredText): Set<string> {
  const tokens = new Set((aliases === '' ? text : `${text}\n${aliases}`).split(DIVIDERS));
  tokens.delete('');
  return tokens;
}

/** The fields that a word is the whole of. */
function keywordsOf({ tagParts, project }: ScoredText): Set<string> {
  return new Set([project, ...tagParts]);
}

/** The longest token of a word; empty for one that is made of dividers. */
function longestToken(word: string): string {
  return word.split(DIVIDERS).reduce((longest, token) => (token.length > longest.length ? token : longest), '');
}

/**
 * Finds the notes that a word may be in. Wherever a word stands in a text, each of its tokens stands within one token of that text:
 * so the notes of the tokens that contain the word's longest one are all there can be. They are scored exactly afterwards.
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

  /** Adds the note, or puts it in the place of the one that has its path. */
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

  /** All of them, in no order. */
  notes(): Iterable<SearchableNote> {
    return this.#notes.all();
  }

  /** At least every note in which one of the words is found, each once, in no order. */
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
