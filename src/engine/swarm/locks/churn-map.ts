/** Deleted entries that a map may hold beyond the number of its values, before it is rebuilt. */
const SLACK = 16;

/**
 * A map whose keys are often added and deleted. The built-in `Map` keeps deleted entries in its hash chains until it is full, so a key that
 * is set and deleted repeatedly beside ten thousand others is found ten times more slowly. Here a deleted key keeps its entry for a while
 * and can reuse it.
 */
export class ChurnMap<V extends object> implements Iterable<[string, V]> {
  #places = new Map<string, V | null>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    return this.#places.get(key) ?? undefined;
  }

  /** Adds a key, which must not be present. */
  add(key: string, value: V): void {
    this.#places.set(key, value);
    this.#size += 1;
  }

  /** Replaces the value of a key, which must be present. */
  replace(key: string, value: V): void {
    this.#places.set(key, value);
  }

  /** Deletes a key, which must be present. */
  delete(key: string): void {
    this.#places.set(key, null);
    this.#size -= 1;
    if (this.#places.size > 2 * this.#size + SLACK) this.#places = new Map(this);
  }

  /** Yields the entries in an unspecified order. */
  *[Symbol.iterator](): Iterator<[string, V]> {
    for (const [key, value] of this.#places) if (value !== null) yield [key, value];
  }
}
