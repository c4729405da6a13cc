/** Of each of so many keys, which are numbers, the last few numbers that were put there. */
export class Latest {
  readonly #counts: Int32Array;
  readonly #values: Int32Array;
  readonly #few: number;

  constructor(keys: number, few: number) {
    this.#counts = new Int32Array(keys);
    this.#values = new Int32Array(keys * few);
    this.#few = few;
  }

  put(key: number, value: number): void {
    const count = this.count(key);
    this.#values[key * this.#few + (count % this.#few)] = value;
    this.#counts[key] = count + 1;
  }

  /** How many were put there, the last ones and all before. */
  count(key: number): number {
    return this.#counts[key] ?? 0;
  }

  /** Which of them is the first of the last. */
  first(key: number): number {
    return Math.max(0, this.count(key) - this.#few);
  }

  /** @param which at least `first`, less than `count` */
  at(key: number, which: number): number {
    return this.#values[key * this.#few + (which % this.#few)] ?? 0;
  }
}
