/** Numbers of words by rarity. */
export interface Ranks {
  /** New number of each word. */
  readonly ranks: Int32Array;
  /** Number of words that are in only one list. They have the lowest numbers, and find no other list. */
  readonly single: number;
}

/** Numbers words from 0: lists of numbers are compared in a fraction of the time. */
export class WordNumbers {
  readonly #numbers = new Map<string, number>();
  /** For each word, the last list that contained it. */
  readonly #met: number[] = [];
  #lists = 0;

  get size(): number {
    return this.#numbers.size;
  }

  /** Returns the words in the order of their numbers. */
  words(): string[] {
    return [...this.#numbers.keys()];
  }

  of(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(word, number);
    this.#met.push(0);
    return number;
  }

  /** Removes duplicates from a list of numbers. */
  once(numbers: readonly number[]): number[] {
    this.#lists += 1;
    return numbers.filter((number) => {
      const isNew = this.#met[number] !== this.#lists;
      this.#met[number] = this.#lists;
      return isNew;
    });
  }

  /**
   * Returns new numbers for all words, lower for rarer words: first the words of only one list, in no order.
   * @param order order of equally rare words; default: order of addition
   */
  byRarity(counts: Int32Array, order: (one: string, other: string) => number = () => 0): Ranks {
    const ranks = new Int32Array(this.size);
    const shared: [string, number][] = [];
    let single = 0;
    for (const word of this.#numbers) {
      if ((counts[word[1]] ?? 0) > 1) shared.push(word);
      else ranks[word[1]] = single++;
    }
    shared.sort(([one, at], [other, there]) => (counts[at] ?? 0) - (counts[there] ?? 0) || order(one, other));
    for (const [place, [, number]] of shared.entries()) ranks[number] = single + place;
    return { ranks, single };
  }
}
