import { CoalescedWork } from '../../../engine/platform/coalesced-work.ts';
import { logMark } from '../../../engine/swarm/index.ts';
import type { PastOptions } from './past-options.ts';

/** Minimum delay between two readings, in milliseconds. */
const GAP_MS = 2_000;

/** Returns `logMark`, or a constant if the log cannot be examined. Reading the log then reports the error. */
function historyMark({ runtime, root }: PastOptions): string {
  try {
    return logMark(runtime.fs, root);
  } catch {
    return 'unreadable';
  }
}

export interface FollowedLogOptions<Result> extends PastOptions {
  read(): Promise<Result | null>;
}

/** What is read of the log of a swarm: again when the log has grown, while the dashboard is visible. */
export class FollowedLog<Result> {
  readonly #options: FollowedLogOptions<Result>;
  readonly #reading: CoalescedWork;
  /** Mark of the log that was requested last, and of the log that was read last. */
  #asked: string | null = null;
  #known: string | null = null;
  #result: Result | null = null;
  #error: unknown = null;
  #isOver = false;

  constructor(options: FollowedLogOptions<Result>) {
    this.#options = options;
    this.#reading = new CoalescedWork(options.runtime, GAP_MS, () => this.#read());
  }

  /** The last result; `null` if there was no log, or no reading succeeded yet. */
  get result(): Result | null {
    return this.#result;
  }

  /** Why the last reading failed; `null` if it did not. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether the log has not been read as it was requested last. */
  get isReading(): boolean {
    return this.#known !== this.#asked;
  }

  /** Requests a new reading if the log has changed. */
  request(): void {
    const mark = historyMark(this.#options);
    if (mark === this.#asked) return;
    this.#asked = mark;
    void this.#reading.request();
  }

  /** Reports that what the dashboard shows may differ. */
  notify(): void {
    if (!this.#isOver) this.#options.changed();
  }

  dispose(): void {
    this.#isOver = true;
    this.#reading.dispose();
  }

  async #read(): Promise<void> {
    // A hidden dashboard is not updated. The next request after it is shown reads the log.
    if (!this.#options.isSeen()) {
      this.#asked = null;
      return;
    }
    const mark = historyMark(this.#options);
    this.#asked = mark;
    try {
      this.#result = mark === '' ? null : await this.#options.read();
      this.#error = null;
    } catch (error) {
      this.#error = error;
    }
    this.#known = mark;
    this.notify();
  }
}
