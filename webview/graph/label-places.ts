/** A part of the picture, in pixels. */
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const meet = (one: LabelBox, other: LabelBox): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** Where names stand in one picture: none over another, nor over a node that has a name. */
export class LabelPlaces {
  #taken: LabelBox[] = [];

  /** The next picture is empty. */
  begin(): void {
    this.#taken = [];
  }

  /** @param boxes where the name may stand, the best first @param node what it is the name of @returns the first that is free; `null` for none */
  take(boxes: readonly LabelBox[], node: LabelBox): LabelBox | null {
    const free = boxes.find((box) => this.#taken.every((other) => !meet(box, other))) ?? null;
    if (free !== null) this.#taken.push(free, node);
    return free;
  }
}
