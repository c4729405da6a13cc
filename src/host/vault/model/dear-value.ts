/** Between two makings there is so many times as long as one takes. */
const REST = 10;

interface Made<Value> {
  readonly value: Value;
  readonly revision: number;
  /** Milliseconds of `now`. */
  readonly until: number;
}

/** What is made of something that changes, and takes long: it is kept while that stays as it is, and a while longer. */
export class DearValue<Value> {
  #made: Made<Value> | null = null;

  /** @param now milliseconds of a clock that only goes on */
  constructor(
    private readonly now: () => number,
    private readonly make: () => Value,
  ) {}

  /** What was made last; `null` before. */
  get last(): Value | null {
    return this.#made?.value ?? null;
  }

  /** @param revision another one after each change */
  get(revision: number): Value {
    if (this.#made !== null && (this.#made.revision === revision || this.now() < this.#made.until)) return this.#made.value;
    const begun = this.now();
    const value = this.make();
    const end = this.now();
    this.#made = { value, revision, until: end + REST * (end - begun) };
    return value;
  }

  /** Milliseconds until `get` gives something newer; `null` when nothing newer is to be had. */
  pause(revision: number): number | null {
    return this.#made === null || this.#made.revision === revision ? null : Math.max(0, this.#made.until - this.now());
  }
}
