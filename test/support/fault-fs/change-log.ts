/**
 * Changes that may not be on the disk yet, oldest first. A sync covers the changes before its call, not those added until it finishes.
 * Marks separate them.
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

  /** Returns the position up to which a sync that starts now is effective. */
  mark(): number {
    return this.#first + this.#items.length;
  }

  /** Removes and returns all changes before the mark, which are durable. */
  commit(mark: number): T[] {
    const done = this.#items.splice(0, Math.max(0, mark - this.#first));
    this.#first += done.length;
    return done;
  }
}
