import { SharedBatches } from './shared-batches.ts';

/**
 * This thread's side of a list that another thread processes from the other end. This thread also processes what the other has not
 * delivered.
 */
export class SharedList<Item, Result> {
  readonly batches: SharedBatches;
  readonly #items: readonly Item[];
  readonly #delivered = new Map<number, readonly Result[]>();
  #next = 0;
  /** Results of the current batch if the other thread processed it, and the batch's first item. */
  #results: readonly Result[] | undefined;
  #from = 0;
  #mayClaim = true;

  constructor(items: readonly Item[]) {
    this.#items = items;
    this.batches = new SharedBatches(items.length);
  }

  /** Stores the other thread's results for a batch. */
  deliver(batch: number, results: readonly Result[]): void {
    this.#delivered.set(batch, results);
  }

  /** Takes an item, in the order of the list. @returns the other thread's result; `undefined` if this thread must process the item */
  take(item: Item): Result | undefined {
    if (this.#items[this.#next] !== item) return undefined;
    const at = this.#next;
    this.#next += 1;
    const batch = this.batches.beginningAt(at);
    if (batch !== null) {
      this.#mayClaim &&= this.batches.claim();
      this.#results = this.#mayClaim ? undefined : this.#delivered.get(batch.number);
      this.#delivered.delete(batch.number);
      this.#from = at;
    }
    return this.#results?.[at - this.#from];
  }
}
