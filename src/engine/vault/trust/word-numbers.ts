import { wordsIn } from '../../text/ascii.ts';
import { comparable } from '../notes/comparable.ts';

/** Numbers of words by rarity. */
export interface Ranks {
  /** New number of each word. */
  readonly ranks: Int32Array;
  /** Number of words that are in only one list. They have the lowest numbers, and find no other list. */
  readonly single: number;
}

const LAST_ASCII = 0x7f;
/** The lower case of each ASCII letter and digit; 0 for other characters. */
const LOWER = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
const lowerOf = (unit: number) => LOWER[unit] || unit;

/** Stands for the end of a part in a list of numbers. */
export const PART_END = -1;
/** A mark before a blank or the end of the text, or a line break ends a part. */
const PART_ENDS = /[.!?;:,\n()\u2014\u2013]+(?=\s|$)|\n/;
const MARKS: ReadonlySet<number> = new Set(Array.from('.!?;:,()', (mark) => mark.charCodeAt(0)));
const BLANKS: ReadonlySet<number> = new Set(Array.from('\t\n\v\f\r ', (blank) => blank.charCodeAt(0)));
const LINE_FEED = 0x0a;

/** Reports whether a part ends at a character of an ASCII text, as `PART_ENDS`. */
function isPartEnd(text: string, at: number, unit: number): boolean {
  return unit === LINE_FEED || (MARKS.has(unit) && (at + 1 === text.length || BLANKS.has(text.charCodeAt(at + 1))));
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
/** Number of places that are tried for a word. Only in a vault that was made for equal hashes do more words share a hash. */
const MAX_TRIES = 64;
const mixed = (hash: number, unit: number) => Math.imul(hash ^ unit, PRIME);

/**
 * Numbers the normalized words of texts from 0: lists of numbers are compared in a fraction of the time. It has a hash table of its own,
 * because creating a string for each word of a vault, as a `Map` needs, would take several times as long.
 */
export class WordNumbers {
  readonly #words: string[] = [];
  readonly #hashes: number[] = [];
  /** Hash table with a power of two of places, at most half of them taken. A place holds a number, or -1. */
  #places = new Int32Array(1_024).fill(-1);
  /** The numbers of words that found no place. */
  readonly #others = new Map<string, number>();
  /** For each word, the last list that contained it. */
  readonly #met: number[] = [];
  #lists = 0;

  get size(): number {
    return this.#words.length;
  }

  /** The words in the order of their numbers. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** @param word normalized, as by `comparable` */
  of(word: string): number {
    let hash = SEED;
    for (let at = 0; at < word.length; at += 1) hash = mixed(hash, word.charCodeAt(at));
    return this.#numberOf(word, 0, word.length, hash);
  }

  /** Returns the numbers of the words of a text, in order, as `splitWords`. */
  in(text: string): number[] {
    return this.#inAscii(text, false) ?? wordsIn(comparable(text)).map((word) => this.of(word));
  }

  /** Returns the numbers of the words of a text as `in`, with `PART_END` between its parts. */
  inParts(text: string): number[] {
    return this.#inAscii(text, true) ?? text.split(PART_ENDS).flatMap((part) => [...this.in(part), PART_END]);
  }

  /** @returns `null` if the text is not ASCII */
  #inAscii(text: string, inParts: boolean): number[] | null {
    const found: number[] = [];
    let from = 0;
    let hash = SEED;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > LAST_ASCII) return null;
      const lower = LOWER[unit] ?? 0;
      if (lower !== 0) {
        hash = mixed(hash, lower);
        continue;
      }
      if (at > from) found.push(this.#numberOf(text, from, at, hash));
      if (inParts && isPartEnd(text, at, unit)) found.push(PART_END);
      from = at + 1;
      hash = SEED;
    }
    if (text.length > from) found.push(this.#numberOf(text, from, text.length, hash));
    return found;
  }

  #numberOf(text: string, from: number, to: number, hash: number): number {
    const last = this.#places.length - 1;
    let place = hash & last;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const number = this.#places[place] ?? -1;
      if (number < 0) break;
      if (this.#hashes[number] === hash && this.#isAt(this.#words[number] ?? '', text, from, to)) return number;
      place = (place + 1) & last;
    }
    const word = text.slice(from, to).toLowerCase();
    return this.#others.get(word) ?? this.#add(word, hash);
  }

  #isAt(word: string, text: string, from: number, to: number): boolean {
    if (word.length !== to - from) return false;
    for (let at = from; at < to; at += 1) if (word.charCodeAt(at - from) !== lowerOf(text.charCodeAt(at))) return false;
    return true;
  }

  #add(word: string, hash: number): number {
    const number = this.#words.push(word) - 1;
    this.#hashes.push(hash);
    this.#met.push(0);
    if (2 * this.#words.length > this.#places.length) this.#grow();
    else this.#put(number);
    return number;
  }

  #put(number: number): void {
    const last = this.#places.length - 1;
    let place = (this.#hashes[number] ?? 0) & last;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (this.#places[place] === -1) {
        this.#places[place] = number;
        return;
      }
      place = (place + 1) & last;
    }
    this.#others.set(this.#words[number] ?? '', number);
  }

  #grow(): void {
    this.#places = new Int32Array(4 * this.#places.length).fill(-1);
    for (let number = 0; number < this.size; number += 1) this.#put(number);
  }

  /** Removes duplicates from a list of numbers. */
  once(numbers: readonly number[]): number[] {
    this.#lists += 1;
    const found: number[] = [];
    for (const number of numbers) {
      if (this.#met[number] !== this.#lists) found.push(number);
      this.#met[number] = this.#lists;
    }
    return found;
  }

  /**
   * Returns new numbers for all words, lower for rarer words: first the words of only one list, in no order.
   * @param order order of equally rare words; default: order of addition
   */
  byRarity(counts: Int32Array, order: (one: string, other: string) => number = () => 0): Ranks {
    const ranks = new Int32Array(this.size);
    const shared: number[] = [];
    let single = 0;
    for (let number = 0; number < this.size; number += 1) {
      if ((counts[number] ?? 0) > 1) shared.push(number);
      else ranks[number] = single++;
    }
    const words = this.#words;
    shared.sort((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0) || order(words[one] ?? '', words[other] ?? ''));
    for (const [place, number] of shared.entries()) ranks[number] = single + place;
    return { ranks, single };
  }
}
