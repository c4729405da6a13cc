/** Ring buffers of the last few numbers for each key. Keys are numbers. */
export class LatestOnly {
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

  /** Returns how many numbers were put under a key, including overwritten ones. */
  count(key: number): number {
    return this.#counts[key] ?? 0;
  }

  /** Returns the index of the oldest number that is still stored. */
  first(key: number): number {
    return Math.max(0, this.count(key) - this.#few);
  }

  /** @param which index, at least `first` and less than `count` */
  at(key: number, which: number): number {
    return this.#values[key * this.#few + (which % this.#few)] ?? 0;
  }
}
