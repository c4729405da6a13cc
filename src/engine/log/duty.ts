import type { Runtime } from '../platform/runtime.ts';
import type { PublishOutcome } from './publishing/publisher.ts';

/** Publishing takes at most one part in this many of a long-lived process's time. */
const SHARE = 20;
/** But it never waits longer than this: a publication may have been interrupted by a night's sleep of the machine. Milliseconds. */
const LONGEST_PAUSE_MS = 30_000;
/** A publication that came to nothing is not tried again at once. Milliseconds. */
const BEHIND_PAUSE_MS = 20;
/** The process that is publishing has seen to it after this, or has died: then another does it. Milliseconds. */
export const BUSY_PAUSE_MS = 250;
/** How long a process that ends publishes for others while they write on and on, in milliseconds. */
const LONGEST_STAY_MS = 1_000;

/** What is done when it is time. */
export interface DutyOptions {
  /** Aborts when the process lets go of the log. */
  readonly closing: AbortSignal;
  publish(): Promise<PublishOutcome | 'failed'>;
  /** Milliseconds until the next publication of any process is due. */
  pause(): number;
  /** How long the last publication took, in milliseconds. */
  cost(): number;
  /** True while what this process has acknowledged stands in no log. */
  isAdrift(): boolean;
  /** Told whenever nothing is published in the background any more. */
  rested(): void;
}

/** When this process publishes: the records that it has to see published, and how much of its time that may take. */
export class Duty {
  /** Ordinal of the last record that this process has to see published; 0 when it has seen it. */
  #owed = 0;
  #publishing: Promise<void> | null = null;
  /** Monotonic time before which this process does not publish again. */
  #notBefore = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: DutyOptions,
  ) {}

  get owed(): number {
    return this.#owed;
  }

  /** What is done in the background. */
  get publishing(): Promise<void> | null {
    return this.#publishing;
  }

  /** Takes it upon this process to see a record published. */
  owe(ordinal: number): void {
    this.add(ordinal);
    this.#publishing ??= this.#publishInTime().finally(() => {
      this.#publishing = null;
      this.options.rested();
    });
  }

  /** As `owe`, for whoever is publishing already. */
  add(ordinal: number): void {
    this.#owed = Math.max(this.#owed, ordinal);
  }

  /** The file shows everything up to this ordinal. */
  seen(upTo: number): void {
    if (this.#owed === upTo) this.#owed = 0;
  }

  /** Publishes, unless another process is at it: that one looks at the log once more behind its turn, and sees what is there. */
  async publishLast(): Promise<void> {
    const { clock } = this.runtime;
    const { publish, pause, isAdrift } = this.options;
    let deadline = clock.monotonic() + LONGEST_STAY_MS;
    while (this.#owed > 0 && clock.monotonic() < deadline) {
      const outcome = await publish();
      if (outcome === 'busy' || outcome === 'failed') return;
      if (isAdrift()) deadline = clock.monotonic() + LONGEST_STAY_MS;
      // Whoever comes in this pause takes the next turn.
      if (this.#owed > 0) await this.runtime.sleep(Math.max(pause(), BEHIND_PAUSE_MS));
    }
  }

  async #publishInTime(): Promise<void> {
    const { clock } = this.runtime;
    const { closing, publish } = this.options;
    while (this.#owed > 0) {
      await this.runtime.sleep(this.#notBefore - clock.monotonic(), closing);
      if (closing.aborted) return;
      const outcome = await publish();
      if (outcome === 'failed') return;
      this.#notBefore = clock.monotonic() + this.#pauseAfter(outcome);
    }
  }

  #pauseAfter(outcome: PublishOutcome): number {
    if (outcome === 'busy') return BUSY_PAUSE_MS;
    const share = Math.min(this.options.cost() * (SHARE - 1), LONGEST_PAUSE_MS);
    return outcome === 'behind' ? Math.max(share, BEHIND_PAUSE_MS) : share;
  }
}
