import type { Runtime } from '../../platform/runtime.ts';
import { SETTLE_MS } from './replaced-publications.ts';

/** Settles what publications replaced: now, and what is too young for that once more when it is old enough, or by the next process. */
export class Settling {
  #waiting: Promise<void> | null = null;

  /** @param settle false while something is too young @param closing aborts when the process lets go of the log */
  constructor(
    private readonly runtime: Runtime,
    private readonly settle: () => boolean,
    private readonly closing: AbortSignal,
  ) {}

  /** What is waited for. */
  get waiting(): Promise<void> | null {
    return this.#waiting;
  }

  begin(): void {
    if (this.settle() || this.closing.aborted) return;
    this.#waiting ??= this.runtime.sleep(SETTLE_MS, this.closing).then(() => {
      this.#waiting = null;
      if (!this.closing.aborted) this.begin();
    });
  }
}
