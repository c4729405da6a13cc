/** What takes a reading: it is kept until it is dropped, or for a while. */
export class KeptReading<Value> {
  #kept: { readonly value: Value; readonly at: number } | null = null;
  #drops = 0;

  /** @param forMs for how long it is kept at most, milliseconds */
  constructor(
    private readonly read: () => Value | Promise<Value>,
    private readonly forMs = Number.POSITIVE_INFINITY,
  ) {}

  /** @param now milliseconds of any clock */
  async get(now: number): Promise<Value> {
    if (this.#kept !== null && Math.abs(now - this.#kept.at) < this.forMs) return this.#kept.value;
    const drops = this.#drops;
    const value = await this.read();
    // What was dropped meanwhile is read again when somebody next asks.
    if (drops === this.#drops) this.#kept = { value, at: now };
    return value;
  }

  /** What was read holds no more. */
  drop(): void {
    this.#drops += 1;
    this.#kept = null;
  }
}
