import type { Runtime } from './runtime.ts';
import type { Disposable } from './watching.ts';

/**
 * Work that is asked for more often than it needs to be done: it never runs twice at a time, begins at once when it has rested, and
 * takes at most half of the time. Whoever asks while it runs is served by one more run.
 */
export class CoalescedWork implements Disposable {
  readonly #ended = new AbortController();
  /** The run that was asked for and has not begun. */
  #waiting: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'sleep'>,
    /** Between the beginnings of two runs, milliseconds. */
    private readonly gapMs: number,
    private readonly work: () => void | Promise<void>,
  ) {}

  /** Resolves when a run has ended that began after this call; rejects as that run did. Later requests are served all the same. */
  request(): Promise<void> {
    if (this.#waiting === null) {
      this.#waiting = this.#last.then(() => this.#run());
      // How it ended is told to who asked for it; the next run only has to know that it has ended.
      this.#last = this.#waiting.catch(() => {});
    }
    return this.#waiting;
  }

  /** Nothing begins any more. Resolves when what runs has ended. */
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
