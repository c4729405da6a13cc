/** A part of the text, by its indices, the end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Tells of places, one behind the other, whether they lie in parts of the text. */
export class SpanWalk {
  readonly #spans: readonly Span[];
  #next = 0;

  /** @param spans in the order of the text */
  constructor(spans: readonly Span[]) {
    this.#spans = spans;
  }

  /** @param place never before one that was asked for */
  isIn(place: number): boolean {
    while ((this.#spans[this.#next]?.to ?? Number.POSITIVE_INFINITY) <= place) this.#next += 1;
    return (this.#spans[this.#next]?.from ?? Number.POSITIVE_INFINITY) <= place;
  }
}
