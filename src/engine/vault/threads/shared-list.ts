import { SharedBatches } from './shared-batches.ts';

/** This thread's end of a list that another thread works through from the other end. What the other has not delivered is done here. */
export class SharedList<Item, Result> {
  readonly batches: SharedBatches;
  readonly #items: readonly Item[];
  readonly #delivered = new Map<number, readonly Result[]>();
  #next = 0;
  /** The results of the batch that is being looked at, if the other thread had it, and where it begins. */
  #results: readonly Result[] | undefined;
  #from = 0;
  #mayClaim = true;

  constructor(items: readonly Item[]) {
    this.#items = items;
    this.batches = new SharedBatches(items.length);
  }

  /** What the other thread has made of a batch. */
  deliver(batch: number, results: readonly Result[]): void {
    this.#delivered.set(batch, results);
  }

  /** Takes an item, in the order of the list. @returns what the other thread made of it; `undefined`: it has to be done here */
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
