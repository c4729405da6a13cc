/** An item with an end time. It stores its index in the heap, so that it can be removed without a search. */
export interface ExpiringItem {
  place: number;
}

/** A binary min-heap of items by end time. Removed items are dropped at once, not marked as deleted. */
export class ExpiryHeap<T extends ExpiringItem> {
  // Two arrays, because comparisons read only the times.
  readonly #times: number[] = [];
  readonly #items: T[] = [];

  /** @param at milliseconds since 1970 UTC */
  add(at: number, item: T): void {
    this.#rise(this.#items.length, at, item);
  }

  /** Removes an item, which must be in the heap. */
  remove(item: T): void {
    const at = this.#times.pop();
    const last = this.#items.pop();
    if (at !== undefined && last !== undefined && last !== item) this.#put(item.place, at, last);
  }

  /** Shifts all times. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    for (let index = 0; index < this.#times.length; index += 1) this.#times[index] = this.#time(index) + ms;
  }

  /** Returns the earliest end time, or `null` when the heap is empty. */
  peek(): number | null {
    return this.#times[0] ?? null;
  }

  /** Returns the item that ends first if it ends at `now` or earlier, else `null`. */
  due(now: number): T | null {
    return this.#time(0) <= now ? (this.#items[0] ?? null) : null;
  }

  #time(index: number): number {
    return this.#times[index] ?? Number.POSITIVE_INFINITY;
  }

  /** Places an item at a free index, then moves it up or down to restore the heap order. */
  #put(index: number, at: number, item: T): void {
    if (index > 0 && this.#time((index - 1) >> 1) > at) this.#rise(index, at, item);
    else this.#sink(index, at, item);
  }

  #rise(from: number, at: number, item: T): void {
    let index = from;
    for (let parent = (index - 1) >> 1; index > 0 && this.#time(parent) > at; parent = (index - 1) >> 1) {
      this.#copy(parent, index);
      index = parent;
    }
    this.#set(index, at, item);
  }

  #sink(from: number, at: number, item: T): void {
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      const earlier = this.#time(left + 1) < this.#time(left) ? left + 1 : left;
      if (this.#time(earlier) >= at) break;
      this.#copy(earlier, index);
      index = earlier;
    }
    this.#set(index, at, item);
  }

  #copy(from: number, to: number): void {
    const item = this.#items[from];
    if (item !== undefined) this.#set(to, this.#time(from), item);
  }

  #set(index: number, at: number, item: T): void {
    this.#times[index] = at;
    this.#items[index] = item;
    item.place = index;
  }
}
