/** Time that a result stays valid, as a multiple of the time it took to compute. */
const REST = 10;

interface Made<Value> {
  readonly value: Value;
  readonly revision: number;
  /** In milliseconds of `now`. */
  readonly until: number;
}

/** A value that is expensive to compute. Cached until the revision changes, and then for `REST` times its computation time. */
export class ThrottledValue<Value> {
  #made: Made<Value> | null = null;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly now: () => number,
    private readonly make: () => Value,
  ) {}

  /** The last value; `null` if none was computed yet. */
  get last(): Value | null {
    return this.#made?.value ?? null;
  }

  /** @param revision number that changes with the inputs */
  get(revision: number): Value {
    if (this.#made !== null && (this.#made.revision === revision || this.now() < this.#made.until)) return this.#made.value;
    const begun = this.now();
    const value = this.make();
    const end = this.now();
    this.#made = { value, revision, until: end + REST * (end - begun) };
    return value;
  }

  /** Returns the milliseconds until `get` computes a newer value; `null` if the value is current or was never computed. */
  pause(revision: number): number | null {
    return this.#made === null || this.#made.revision === revision ? null : Math.max(0, this.#made.until - this.now());
  }
}
