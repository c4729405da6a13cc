/** What is made when it is first asked for, and kept until it is dropped. */
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
