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

/** What is in `ranges` and not in `holes`; both are in order and without overlap. */
export function without(ranges: readonly Range[], holes: readonly Range[]): Range[] {
  const result: Range[] = [];
  let next = 0;
  for (const range of ranges) {
    let { from } = range;
    while ((holes[next]?.to ?? range.to) < from) next += 1;
    for (let hole = holes[next]; hole !== undefined && hole.from < range.to; hole = holes[next]) {
      if (from < hole.from) result.push({ from, to: hole.from });
      from = Math.max(from, hole.to);
      // A hole may go on in the next range.
      if (hole.to > range.to) break;
      next += 1;
    }
    if (from < range.to) result.push({ from, to: range.to });
  }
  return result;
}
