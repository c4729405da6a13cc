/** What failed is not tried again at once: it may take as long as what goes well. Milliseconds. */
const FAILED_FOR_MS = 5_000;

/** How a reading ended, and until when that holds. */
interface Kept<Value> {
  readonly take: () => Value;
  readonly at: number;
  readonly forMs: number;
}

/** What takes a reading: it is kept until it is dropped, or for a while. What failed is tried again after some seconds. */
export class CachedReading<Value> {
  #kept: Kept<Value> | null = null;
  #drops = 0;

  /** @param forMs for how long it is kept at most, milliseconds */
  constructor(
    private readonly read: () => Value | Promise<Value>,
    private readonly forMs = Number.POSITIVE_INFINITY,
  ) {}

  /** @param now milliseconds of any clock @throws as what reads */
  async get(now: number): Promise<Value> {
    if (this.#kept !== null && Math.abs(now - this.#kept.at) < this.#kept.forMs) return this.#kept.take();
    const drops = this.#drops;
    const kept = await this.#readAt(now);
    // What was dropped meanwhile is read again when somebody next asks.
    if (drops === this.#drops) this.#kept = kept;
    return kept.take();
  }

  async #readAt(at: number): Promise<Kept<Value>> {
    try {
      const value = await this.read();
      return { take: () => value, at, forMs: this.forMs };
    } catch (error) {
      const take = () => {
        throw error;
      };
      return { take, at, forMs: FAILED_FOR_MS };
    }
  }

  /** What was read holds no more. */
  drop(): void {
    this.#drops += 1;
    this.#kept = null;
  }
}
