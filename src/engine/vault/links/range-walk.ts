import type { Range } from '../../text/markdown/markdown.ts';

/** Walks through ranges in order, so that a scanner asks about each of its places at no more cost than the step from the last one. */
export class RangeWalk {
  #next = 0;
  readonly #ranges: readonly Range[];

  /** @param ranges in the order of the text, apart from one another */
  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  /** The range that holds a place, else the first one behind it; `null` behind the last. Places are asked for in the order of the text. */
  at(offset: number): Range | null {
    let range = this.#ranges[this.#next];
    while (range !== undefined && range.to <= offset) {
      this.#next += 1;
      range = this.#ranges[this.#next];
    }
    return range ?? null;
  }
}
