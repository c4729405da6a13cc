/** A value that is expensive to compute and read by many callers at once. Caches it for one turn of the event loop. */
export class CachedForTurn<Value> {
  #kept: { readonly value: Value } | null = null;

  constructor(private readonly make: () => Value) {}

  get(): Value {
    if (this.#kept === null) {
      this.#kept = { value: this.make() };
      setImmediate(() => this.drop());
    }
    return this.#kept.value;
  }

  /** Invalidates the cached value. */
  drop(): void {
    this.#kept = null;
  }
}
