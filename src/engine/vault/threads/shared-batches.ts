/** Items per batch. Small, because the batch that the other thread is processing when all are claimed is processed twice. */
const BATCH = 128;

/** Part of a list, from `from` up to and excluding `to`. */
export interface Batch {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/**
 * List that two threads process from both ends until they meet. They share only the number of claimed batches: one thread takes the first
 * batches, the other the last ones. So no batch is claimed twice, and neither thread waits.
 */
export class SharedBatches {
  readonly claims: SharedArrayBuffer;
  readonly #claimed: Int32Array;
  readonly #items: number;
  readonly #count: number;

  /** @param claims counter that the other thread created */
  constructor(items: number, claims = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.claims = claims;
    this.#claimed = new Int32Array(claims);
    this.#items = items;
    this.#count = Math.ceil(items / BATCH);
  }

  /** Claims the next batch for this thread. @returns whether there was one */
  claim(): boolean {
    return Atomics.add(this.#claimed, 0, 1) < this.#count;
  }

  /** Returns the batch that starts at an item; `null` if the item is inside a batch. */
  beginningAt(item: number): Batch | null {
    return item % BATCH === 0 && item < this.#items ? this.#at(item / BATCH) : null;
  }

  /** Claims and yields batches from the end. */
  *fromEnd(): Iterable<Batch> {
    for (let number = this.#count - 1; this.claim(); number -= 1) yield this.#at(number);
  }

  #at(number: number): Batch {
    return { number, from: number * BATCH, to: Math.min(this.#items, (number + 1) * BATCH) };
  }
}
