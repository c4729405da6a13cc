/**
 * Changes that have not reached the disk for certain, oldest first. A sync covers what was there when it was called, not
 * what was added until it finished; hence marks.
 */
export class ChangeLog<T> {
  #first = 0;
  readonly #items: T[] = [];

  get items(): readonly T[] {
    return this.#items;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  /** The place up to which a sync that is called now will reach. */
  mark(): number {
    return this.#first + this.#items.length;
  }

  /** Takes out everything before the mark: it is durable. */
  commit(mark: number): T[] {
    const done = this.#items.splice(0, Math.max(0, mark - this.#first));
    this.#first += done.length;
    return done;
  }
}
