import type { Runtime } from '../platform/runtime.ts';
import type { PublishOutcome } from './publishing/publisher.ts';

/** Publishing takes at most one part in this many of a long-lived process's time. */
const SHARE = 20;
/** Upper bound of that pause, in milliseconds. The measured cost is far too high if the machine slept during a publication. */
const MAX_PAUSE_MS = 30_000;
/** Delay before the next attempt if the file is still behind the log, in milliseconds. */
const BEHIND_PAUSE_MS = 20;
/** Delay before checking a publication that was left to another process, in milliseconds. By then it is done, or that process died. */
export const BUSY_PAUSE_MS = 250;
/** How long a closing process publishes for others that keep writing, in milliseconds. */
const MAX_STAY_MS = 1_000;

/** How a `PublishingDuty` publishes. */
export interface DutyOptions {
  /** Aborts when the process closes the log. */
  readonly closing: AbortSignal;
  publish(): Promise<PublishOutcome | 'failed'>;
  /** Milliseconds until the next publication of any process is due. */
  pause(): number;
  /** How long the last publication took, in milliseconds. */
  cost(): number;
  /** True while operations that this process acknowledged are in no log. */
  isLost(): boolean;
  /** Called whenever publishing in the background has ended. */
  publishingEnded(): void;
}

/** Schedules the publications of this process: the records that it must publish, and how much of its time that may take. */
export class PublishingDuty {
  /** Ordinal of the last record that this process must publish; 0 if all are published. */
  #pending = 0;
  #publishing: Promise<void> | null = null;
  /** Monotonic time before which this process does not publish again. */
  #notBefore = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: DutyOptions,
  ) {}

  get pending(): number {
    return this.#pending;
  }

  /** Publishing in the background; `null` while there is none. */
  get publishing(): Promise<void> | null {
    return this.#publishing;
  }

  /** Makes this process responsible for a record, and publishes in the background. */
  publishUpTo(ordinal: number): void {
    this.add(ordinal);
    this.#publishing ??= this.#publishInTime().finally(() => {
      this.#publishing = null;
      this.options.publishingEnded();
    });
  }

  /** Like `publishUpTo`, for a caller that publishes already. */
  add(ordinal: number): void {
    this.#pending = Math.max(this.#pending, ordinal);
  }

  /** Marks the records up to this ordinal as published, unless later ones were added. */
  markPublished(upTo: number): void {
    if (this.#pending === upTo) this.#pending = 0;
  }

  /** Publishes unless another process does: that process checks the log again after its turn and publishes these records too. */
  async publishLast(): Promise<void> {
    const { clock } = this.runtime;
    const { publish, pause, isLost } = this.options;
    let deadline = clock.monotonic() + MAX_STAY_MS;
    while (this.#pending > 0 && clock.monotonic() < deadline) {
      const outcome = await publish();
      if (outcome === 'busy' || outcome === 'failed') return;
      if (isLost()) deadline = clock.monotonic() + MAX_STAY_MS;
      // A process that arrives during this pause takes the next turn.
      if (this.#pending > 0) await this.runtime.sleep(Math.max(pause(), BEHIND_PAUSE_MS));
    }
  }

  async #publishInTime(): Promise<void> {
    const { clock } = this.runtime;
    const { closing, publish } = this.options;
    while (this.#pending > 0) {
      await this.runtime.sleep(this.#notBefore - clock.monotonic(), closing);
      if (closing.aborted) return;
      const outcome = await publish();
      if (outcome === 'failed') return;
      this.#notBefore = clock.monotonic() + this.#pauseAfter(outcome);
    }
  }

  #pauseAfter(outcome: PublishOutcome): number {
    if (outcome === 'busy') return BUSY_PAUSE_MS;
    const share = Math.min(this.options.cost() * (SHARE - 1), MAX_PAUSE_MS);
    return outcome === 'behind' ? Math.max(share, BEHIND_PAUSE_MS) : share;
  }
}
