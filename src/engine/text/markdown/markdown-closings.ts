/** Finds the ends of inline code and comments in one block. Must be called from left to right. */
export class Closings {
  readonly #block: string;
  /** Runs of backticks by length. */
  #runs: Map<number, { readonly starts: number[]; next: number }> | null = null;
  /** Offset of the last `-->` found; -1 if there are no more. */
  #comment = 0;

  constructor(block: string) {
    this.#block = block;
  }

  /** Returns the end of what `token` opens at `start`; -1 if nothing closes it. */
  end(token: string, start: number): number {
    const close = token === '<!--' ? this.#commentClose(start + 2) : this.#runAfter(token.length, start + token.length);
    return close < 0 ? -1 : close + (token === '<!--' ? 3 : token.length);
  }

  #commentClose(from: number): number {
    if (this.#comment >= 0 && this.#comment < from) this.#comment = this.#block.indexOf('-->', from);
    return this.#comment;
  }

  #runAfter(length: number, from: number): number {
    this.#runs ??= runsOf(this.#block);
    const runs = this.#runs.get(length);
    if (runs === undefined) return -1;
    while ((runs.starts[runs.next] ?? Number.POSITIVE_INFINITY) < from) runs.next += 1;
    return runs.starts[runs.next] ?? -1;
  }
}

function runsOf(block: string): Map<number, { readonly starts: number[]; next: number }> {
  const byLength = new Map<number, { readonly starts: number[]; next: number }>();
  for (const { 0: run, index } of block.matchAll(/`+/g)) {
    const known = byLength.get(run.length);
    if (known === undefined) byLength.set(run.length, { starts: [index], next: 0 });
    else known.starts.push(index);
  }
  return byLength;
}
