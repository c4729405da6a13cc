import type { Runtime } from '../../platform/runtime.ts';
import { BUSY_PAUSE_MS } from '../publishing-duty.ts';

/** How a process acts after its leader is gone. */
export interface TakeoverContext {
  /** Aborts when the process closes the log. */
  readonly closing: AbortSignal;
  /** Ordinal of the last record that it acknowledged and has not seen published; 0 if there is none. */
  last(): number;
  /** Returns true if there is a leader to follow again. */
  join(): Promise<boolean>;
  /** Performs the duties that the leader had. */
  take(ordinal: number): Promise<void>;
}

/** After a leader is gone, moves the duties for its followers' records to the next leader, or back to the followers. */
export class Takeover {
  #waiting: Promise<void> | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly context: TakeoverContext,
  ) {}

  begin(): void {
    this.#waiting ??= this.#wait().finally(() => {
      this.#waiting = null;
    });
  }

  async #wait(): Promise<void> {
    const { closing, last, join, take } = this.context;
    await this.runtime.sleep(BUSY_PAUSE_MS, closing);
    if (!closing.aborted && last() > 0 && !(await join())) await take(last());
  }
}
