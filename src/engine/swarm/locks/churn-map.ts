/** Emptied places that a map may keep, besides as many as it has values. */
const SLACK = 16;

/**
 * A map for keys that come and go. The engine's own `Map` keeps deleted entries in its chains until it is full, so a key that is
 * set and deleted over and over beside ten thousand others is found ten times more slowly. Here a deleted key keeps its place for
 * a while and takes it again.
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

  /** The key must not be there. */
  add(key: string, value: V): void {
    this.#places.set(key, value);
    this.#size += 1;
  }

  /** The key must be there. */
  replace(key: string, value: V): void {
    this.#places.set(key, value);
  }

  /** The key must be there. */
  delete(key: string): void {
    this.#places.set(key, null);
    this.#size -= 1;
    if (this.#places.size > 2 * this.#size + SLACK) this.#places = new Map(this);
  }

  /** In no order that says anything. */
  *[Symbol.iterator](): Iterator<[string, V]> {
    for (const [key, value] of this.#places) if (value !== null) yield [key, value];
  }
}
