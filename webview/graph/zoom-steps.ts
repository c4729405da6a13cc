/** Zoom ratios beyond which further turns mean to enter a node, or to leave the present place. */
const NEAR = 0.35;
const FAR = 1.25;
/** Number of wheel turns beyond a limit that are needed. */
const TURNS = 3;
/** Longest pause within one inertial scroll, in milliseconds. */
const THROWN_MS = 350;
/** Longest pause between turns that count together, in milliseconds. */
const TOGETHER_MS = 1_500;

export interface Turn {
  /** Monotonic time in milliseconds. */
  readonly at: number;
  /** Positive to zoom in. */
  readonly delta: number;
  /** Camera ratio: below 1, only a part of the whole is in view. */
  readonly ratio: number;
}

/** Detects whether turning the wheel means to enter a node or to leave the present place. One gesture moves at most one level. */
export class ZoomSteps {
  #last = Number.NEGATIVE_INFINITY;
  #beyond = 0;
  #delta = 0;
  #isSpent = false;

  /** @returns the detected intent; `null` for an ordinary zoom */
  turn({ at, delta, ratio }: Turn): 'in' | 'out' | null {
    const pause = at - this.#last;
    this.#last = at;
    // A turn in the other direction starts a new gesture.
    const isTurnedBack = delta * this.#delta < 0;
    this.#delta = delta;
    if (pause > THROWN_MS || isTurnedBack) this.#isSpent = false;
    if (pause > TOGETHER_MS || isTurnedBack) this.#beyond = 0;
    const meant = delta > 0 && ratio <= NEAR ? 'in' : delta < 0 && ratio >= FAR ? 'out' : null;
    this.#beyond = meant === null ? 0 : this.#beyond + 1;
    if (this.#isSpent || this.#beyond < TURNS) return null;
    return meant;
  }

  /** Marks the gesture as used, so that its remaining turns have no effect. */
  spend(): void {
    this.#isSpent = true;
    this.#beyond = 0;
  }
}
