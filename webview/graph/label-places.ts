/** A rectangle of the drawing, in pixels. */
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The circle of a node in the drawing, in pixels. */
export interface NodeCircle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Content of the drawing before any labels are placed. */
interface Occupied {
  readonly texts: readonly LabelBox[];
  readonly cycles: readonly NodeCircle[];
}

const meet = (one: LabelBox, other: LabelBox): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function covers({ left, top, width, height }: LabelBox, { x, y, radius }: NodeCircle): boolean {
  return Math.hypot(x - within(x, left, left + width), y - within(y, top, top + height)) < radius;
}

/**
 * Places labels in one frame. They never overlap each other or nodes that have labels, and other nodes only if there is no better place.
 */
export class LabelPlaces {
  #taken: LabelBox[] = [];
  #look: () => Occupied = () => ({ texts: [], cycles: [] });
  #cycles: readonly NodeCircle[] | null = null;

  /** Begins a frame without labels. @param occupied returns the existing content; called once, with the first label */
  begin(occupied: () => Occupied): void {
    this.#taken = [];
    this.#look = occupied;
    this.#cycles = null;
  }

  /**
   * Reserves a place for a label.
   * @param boxes possible places, best first @param node box of the labelled node @returns the best free place, or `null`
   */
  take(boxes: readonly LabelBox[], node: LabelBox): LabelBox | null {
    const all = this.#cycles ?? this.#begun();
    const free = boxes.filter((box) => this.#taken.every((other) => !meet(box, other)));
    const best = free.find((box) => all.every((cycle) => !covers(box, cycle))) ?? free[0] ?? null;
    if (best !== null) this.#taken.push(best, node);
    return best;
  }

  #begun(): readonly NodeCircle[] {
    const { texts, cycles } = this.#look();
    this.#taken = [...texts];
    this.#cycles = cycles;
    return cycles;
  }
}
