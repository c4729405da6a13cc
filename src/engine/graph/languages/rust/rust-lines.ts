/** Converts token indexes to lines. Fast if queried in about ascending order. */
export class RustLines {
  #line = 1;
  #from = 0;

  constructor(
    private readonly source: string,
    private readonly starts: readonly number[],
  ) {}

  of(token: number): number {
    const end = this.starts[token] ?? 0;
    if (end < this.#from) [this.#line, this.#from] = [1, 0];
    for (let next = this.source.indexOf('\n', this.#from); next >= 0 && next < end; next = this.source.indexOf('\n', this.#from)) {
      this.#line += 1;
      this.#from = next + 1;
    }
    return this.#line;
  }

  /** Returns the source from a token on, at most up to the end of its line. */
  text(token: number, length: number): string {
    const from = this.starts[token] ?? 0;
    return (
      this.source
        .slice(from, from + length)
        .split('\n', 1)[0]
        ?.trim() ?? ''
    );
  }
}
