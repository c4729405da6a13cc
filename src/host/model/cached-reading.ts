/** Time for which a failure is cached, in milliseconds. It prevents immediate retries, which may take as long as a successful reading. */
const FAILED_FOR_MS = 5_000;

/** A cached result, with the time until which it is valid. */
interface CachedResult<Value> {
  readonly take: () => Value;
  readonly at: number;
  readonly forMs: number;
}

/** Caches the result of an expensive reading until it is dropped or expires. A failure expires after some seconds. */
export class CachedReading<Value> {
  #kept: CachedResult<Value> | null = null;
  #drops = 0;

  /** @param forMs maximum time to cache a result, in milliseconds */
  constructor(
    private readonly read: () => Value | Promise<Value>,
    private readonly forMs = Number.POSITIVE_INFINITY,
  ) {}

  /** @param now milliseconds of any clock @throws the errors of `read` */
  async get(now: number): Promise<Value> {
    if (this.#kept !== null && Math.abs(now - this.#kept.at) < this.#kept.forMs) return this.#kept.take();
    const drops = this.#drops;
    const kept = await this.#readAt(now);
    // If `drop` was called meanwhile, do not cache the result, so that the next call reads again.
    if (drops === this.#drops) this.#kept = kept;
    return kept.take();
  }

  async #readAt(at: number): Promise<CachedResult<Value>> {
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

  /** Invalidates the cached result. */
  drop(): void {
    this.#drops += 1;
    this.#kept = null;
  }
}
