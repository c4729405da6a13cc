/** A value that is dear to make and that many ask for at the same moment: it is made once, and kept until the event loop has turned. */
export class Momentary<Value> {
  #kept: { readonly value: Value } | null = null;

  constructor(private readonly make: () => Value) {}

  get(): Value {
    if (this.#kept === null) {
      this.#kept = { value: this.make() };
      setImmediate(() => this.drop());
    }
    return this.#kept.value;
  }

  /** What was made holds no more. */
  drop(): void {
    this.#kept = null;
  }
}
