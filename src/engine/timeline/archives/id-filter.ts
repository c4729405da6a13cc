/** Filter bits for each id. About one in sixteen unique ids is mistaken for a repeated one. */
const BITS_AN_ID = 16;
const MAX_BITS = 26;

/** Bloom-like filter for ids in several lists. It may overestimate how many lists contain an id, never underestimate. */
export class IdFilter {
  readonly #once: Uint32Array;
  readonly #twice: Uint32Array;
  readonly #shift: number;
  #shared: Uint32Array | null = null;

  /** @param lists hashes of ids */
  constructor(private readonly lists: readonly Uint32Array[]) {
    const count = lists.reduce((sum, { length }) => sum + length, 1);
    const bits = Math.min(Math.max(Math.ceil(Math.log2(count * BITS_AN_ID)), 5), MAX_BITS);
    this.#shift = 32 - bits;
    this.#once = new Uint32Array(2 ** (bits - 5));
    this.#twice = new Uint32Array(2 ** (bits - 5));
    for (const list of lists) for (const hash of list) this.#add(hash);
  }

  #add(hash: number): void {
    const place = hash >>> this.#shift;
    const before = this.#once[place >>> 5] ?? 0;
    const bit = 1 << (place & 31);
    if ((before & bit) === 0) this.#once[place >>> 5] = before | bit;
    else this.#twice[place >>> 5] = (this.#twice[place >>> 5] ?? 0) | bit;
  }

  mayContain(hash: number): boolean {
    return this.#has(this.#once, hash);
  }

  mayContainTwice(hash: number): boolean {
    return this.#has(this.#twice, hash);
  }

  /** Hashes that occur more than once, ascending. */
  get shared(): Uint32Array {
    if (this.#shared === null) {
      const may = this.lists.flatMap((list) => Array.from(list.filter((hash) => this.mayContainTwice(hash))));
      this.#shared = Uint32Array.from(may)
        .sort()
        .filter((hash, at, sorted) => hash === sorted[at - 1]);
    }
    return this.#shared;
  }

  #has(bits: Uint32Array, hash: number): boolean {
    const place = hash >>> this.#shift;
    return ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
  }
}
