import type { Runtime } from './runtime.ts';
import type { Disposable } from './watching.ts';

/**
 * Coalesces requests for the same work. Runs never overlap. The first run after a pause starts at once, and runs take at most half of the
 * time. All requests during a run are served by one further run.
 */
export class CoalescedWork implements Disposable {
  readonly #ended = new AbortController();
  /** The run that was requested and has not started. */
  #waiting: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'sleep'>,
    /** Minimum time between the starts of two runs, in milliseconds. */
    private readonly gapMs: number,
    private readonly work: () => void | Promise<void>,
  ) {}

  /**
   * Requests a run. Resolves when a run that started after this call has finished, and rejects if that run failed. A failure does not
   * prevent later runs.
   */
  request(): Promise<void> {
    if (this.#waiting === null) {
      this.#waiting = this.#last.then(() => this.#run());
      // The requesters get the error. The next run only waits for the end of this one.
      this.#last = this.#waiting.catch(() => {});
    }
    return this.#waiting;
  }

  /** Prevents further runs, and resolves when the current run has finished. */
  async end(): Promise<void> {
    this.dispose();
    await this.#last;
  }

  dispose(): void {
    this.#ended.abort();
  }

  async #run(): Promise<void> {
    const { clock, sleep } = this.runtime;
    const pause = this.#notBefore - clock.monotonic();
    if (pause > 0) await sleep(pause, this.#ended.signal);
    this.#waiting = null;
    if (this.#ended.signal.aborted) return;
    const begun = clock.monotonic();
    try {
      await this.work();
    } finally {
      const now = clock.monotonic();
      this.#notBefore = Math.max(begun + this.gapMs, now + (now - begun));
    }
  }
}
