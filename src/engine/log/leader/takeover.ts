import type { Runtime } from '../../platform/runtime.ts';
import { BUSY_PAUSE_MS } from '../duty.ts';

/** What a process does that has nobody to follow any more. */
export interface TakeoverContext {
  /** Aborts when the process lets go of the log. */
  readonly closing: AbortSignal;
  /** Ordinal of the last record that it has acknowledged and not seen published; 0 when there is none. */
  last(): number;
  /** True when there is somebody to follow again. */
  join(): Promise<boolean>;
  /** Does what a leader would have done. */
  take(ordinal: number): Promise<void>;
}

/** After a leader has gone: either the next one has the duties of those that followed it, or they are their own again. */
export class Takeover {
  #waiting: Promise<void> | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly desk: TakeoverContext,
  ) {}

  begin(): void {
    this.#waiting ??= this.#wait().finally(() => {
      this.#waiting = null;
    });
  }

  async #wait(): Promise<void> {
    const { closing, last, join, take } = this.desk;
    await this.runtime.sleep(BUSY_PAUSE_MS, closing);
    if (!closing.aborted && last() > 0 && !(await join())) await take(last());
  }
}
