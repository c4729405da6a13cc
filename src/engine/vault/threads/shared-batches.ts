/** How many items are done in one go. Few, because the batch that the other thread is at when all are claimed is done twice. */
const BATCH = 128;

/** A part of a list: from `from` up to but not `to`. */
export interface Batch {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/**
 * A list that two threads work through from both ends until they meet. All that they share is how many batches are claimed: one thread's
 * are the first ones, the other's the last ones. So no batch is claimed twice, and nobody waits.
 */
export class SharedBatches {
  readonly claims: SharedArrayBuffer;
  readonly #claimed: Int32Array;
  readonly #items: number;
  readonly #count: number;

  /** @param claims of the other thread */
  constructor(items: number, claims = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.claims = claims;
    this.#claimed = new Int32Array(claims);
    this.#items = items;
    this.#count = Math.ceil(items / BATCH);
  }

  /** Claims the next batch of this thread. @returns whether there was one */
  claim(): boolean {
    return Atomics.add(this.#claimed, 0, 1) < this.#count;
  }

  /** The batch that begins with an item; `null` for one inside of a batch. */
  beginningAt(item: number): Batch | null {
    return item % BATCH === 0 && item < this.#items ? this.#at(item / BATCH) : null;
  }

  /** Claims batch after batch from the end. */
  *fromEnd(): Iterable<Batch> {
    for (let number = this.#count - 1; this.claim(); number -= 1) yield this.#at(number);
  }

  #at(number: number): Batch {
    return { number, from: number * BATCH, to: Math.min(this.#items, (number + 1) * BATCH) };
  }
}
