import type { Range } from '../../text/markdown/markdown.ts';

/** Looks up increasing offsets in sorted ranges, in amortized constant time. */
export class RangeWalk {
  #next = 0;
  readonly #ranges: readonly Range[];

  /** @param ranges sorted and not overlapping */
  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  /** Returns the range that contains the offset, or else the next one; `null` after the last. Offsets must not decrease. */
  at(offset: number): Range | null {
    let range = this.#ranges[this.#next];
    while (range !== undefined && range.to <= offset) {
      this.#next += 1;
      range = this.#ranges[this.#next];
    }
    return range ?? null;
  }
}

/** Returns the parts of `ranges` outside of `holes`. Both must be sorted and not overlapping. */
export function subtractRanges(ranges: readonly Range[], holes: readonly Range[]): Range[] {
  const result: Range[] = [];
  let next = 0;
  for (const range of ranges) {
    let { from } = range;
    while ((holes[next]?.to ?? range.to) < from) next += 1;
    for (let hole = holes[next]; hole !== undefined && hole.from < range.to; hole = holes[next]) {
      if (from < hole.from) result.push({ from, to: hole.from });
      from = Math.max(from, hole.to);
      // A hole may extend into the next range.
      if (hole.to > range.to) break;
      next += 1;
    }
    if (from < range.to) result.push({ from, to: range.to });
  }
  return result;
}
