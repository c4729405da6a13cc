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

  /** Returns new numbers for all words, lower for rarer words. @param order order of equally rare words; default: order of addition */
  byRarity(counts: Int32Array, order: (one: string, other: string) => number = () => 0): Int32Array {
    const words = [...this.#numbers];
    words.sort(([one, at], [other, there]) => (counts[at] ?? 0) - (counts[there] ?? 0) || order(one, other));
    const ranks = new Int32Array(words.length);
    for (const [rank, [, number]] of words.entries()) ranks[number] = rank;
    return ranks;
  }
}
