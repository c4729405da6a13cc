/** A value that is created when first requested, and cached until `drop`. */
export class LazyValue<Value> {
  #made: { readonly value: Value } | null = null;

  constructor(private readonly make: () => Value) {}

  get(): Value {
    this.#made ??= { value: this.make() };
    return this.#made.value;
  }

  drop(): void {
    this.#made = null;
  }
}
