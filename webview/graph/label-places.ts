/** A part of the picture, in pixels. */
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A node in the picture, in pixels. */
export interface Cycle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** What stands in a picture before there are names in it. */
interface Occupied {
  readonly texts: readonly LabelBox[];
  readonly cycles: readonly Cycle[];
}

const meet = (one: LabelBox, other: LabelBox): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function covers({ left, top, width, height }: LabelBox, { x, y, radius }: Cycle): boolean {
  return Math.hypot(x - within(x, left, left + width), y - within(y, top, top + height)) < radius;
}

/** Where names stand in one picture: none over another, nor over a node that has a name, and over other nodes only where there is no better place. */
export class LabelPlaces {
  #taken: LabelBox[] = [];
  #look: () => Occupied = () => ({ texts: [], cycles: [] });
  #cycles: readonly Cycle[] | null = null;

  /** The next picture has no name yet. @param occupied says what stands in it; asked once, with the first name */
  begin(occupied: () => Occupied): void {
    this.#taken = [];
    this.#look = occupied;
    this.#cycles = null;
  }

  /** @param boxes where the name may stand, the best first @param node what it is the name of @returns the best that is free; `null` for none */
  take(boxes: readonly LabelBox[], node: LabelBox): LabelBox | null {
    const all = this.#cycles ?? this.#begun();
    const free = boxes.filter((box) => this.#taken.every((other) => !meet(box, other)));
    const best = free.find((box) => all.every((cycle) => !covers(box, cycle))) ?? free[0] ?? null;
    if (best !== null) this.#taken.push(best, node);
    return best;
  }

  #begun(): readonly Cycle[] {
    const { texts, cycles } = this.#look();
    this.#taken = [...texts];
    this.#cycles = cycles;
    return cycles;
  }
}
