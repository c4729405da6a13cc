/** Something that ends; it carries its place in the heap, so that it can be taken out without a search. */
export interface Ending {
  place: number;
}

/** What ends when, earliest first: a binary heap. What has gone leaves nothing behind. */
export class ExpiryHeap<T extends Ending> {
  // Two arrays, because comparing touches times only.
  readonly #times: number[] = [];
  readonly #items: T[] = [];

  /** @param at milliseconds since 1970 UTC */
  add(at: number, item: T): void {
    this.#rise(this.#items.length, at, item);
  }

  /** The item must be here. */
  remove(item: T): void {
    const at = this.#times.pop();
    const last = this.#items.pop();
    if (at !== undefined && last !== undefined && last !== item) this.#put(item.place, at, last);
  }

  /** Moves all times. @param ms milliseconds, also negative */
  shift(ms: number): void {
    for (let index = 0; index < this.#times.length; index += 1) this.#times[index] = this.#time(index) + ms;
  }

  /** The earliest time, or `null` when nothing ends. */
  peek(): number | null {
    return this.#times[0] ?? null;
  }

  /** The item that ends first, if that is at `now` or before. */
  due(now: number): T | null {
    return this.#time(0) <= now ? (this.#items[0] ?? null) : null;
  }

  #time(index: number): number {
    return this.#times[index] ?? Number.POSITIVE_INFINITY;
  }

  /** Puts an item in a free place and lets it move to where it belongs. */
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
