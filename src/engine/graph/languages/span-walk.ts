/** A part of the text, by offsets; the end is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Tells for ascending offsets whether they are inside of spans. */
export class SpanWalk {
  readonly #spans: readonly Span[];
  #next = 0;

  /** @param spans in text order */
  constructor(spans: readonly Span[]) {
    this.#spans = spans;
  }

  /** @param place must not be before the one of the last call */
  isIn(place: number): boolean {
    while ((this.#spans[this.#next]?.to ?? Number.POSITIVE_INFINITY) <= place) this.#next += 1;
    return (this.#spans[this.#next]?.from ?? Number.POSITIVE_INFINITY) <= place;
  }
}

/** Returns the gaps between spans, which may be nested. */
export function between(parts: readonly Span[], length: number): Span[] {
  const gaps: Span[] = [];
  let end = 0;
  for (const { from, to } of [...parts].sort((one, other) => one.from - other.from)) {
    if (from > end) gaps.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  return end < length ? [...gaps, { from: end, to: length }] : gaps;
}
