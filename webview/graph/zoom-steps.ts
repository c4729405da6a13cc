/** From here on one looks so closely that one means what is inside, and from so far that one means what is around. Ratios of the whole. */
const NEAR = 0.35;
const FAR = 1.25;
/** So many turns of the wheel beyond the limit are meant. */
const TURNS = 3;
/** A wheel that a finger has thrown rests no longer than this before it stands still, milliseconds. */
const THROWN_MS = 350;
/** Turns that follow each other faster are meant together, milliseconds. */
const TOGETHER_MS = 1_500;

export interface Turn {
  /** Milliseconds that only grow. */
  readonly at: number;
  /** Above 0: nearer. */
  readonly delta: number;
  /** How much of the whole is in view: below 1 a part of it. */
  readonly ratio: number;
}

/** Finds out whether who turns the wheel wants to go into something, or out of where they are. A gesture leads one level at most. */
export class ZoomSteps {
  #last = Number.NEGATIVE_INFINITY;
  #beyond = 0;
  #delta = 0;
  #isSpent = false;

  /** @returns what is meant by now; `null`: only to look more closely, or from further away */
  turn({ at, delta, ratio }: Turn): 'in' | 'out' | null {
    const pause = at - this.#last;
    this.#last = at;
    // Whoever turns back means something else.
    const isTurnedBack = delta * this.#delta < 0;
    this.#delta = delta;
    if (pause > THROWN_MS || isTurnedBack) this.#isSpent = false;
    if (pause > TOGETHER_MS || isTurnedBack) this.#beyond = 0;
    const meant = delta > 0 && ratio <= NEAR ? 'in' : delta < 0 && ratio >= FAR ? 'out' : null;
    this.#beyond = meant === null ? 0 : this.#beyond + 1;
    if (this.#isSpent || this.#beyond < TURNS) return null;
    return meant;
  }

  /** The step was taken: what is left of the gesture leads nowhere. */
  spend(): void {
    this.#isSpent = true;
    this.#beyond = 0;
  }
}
