import type { Runtime } from '../../platform/runtime.ts';
import { RECHECK_MS } from './replaced-publications.ts';

/** Adopts late writes to files that publications replaced: now, and recent ones again after a pause. If this process ends, the next one does it. */
export class ReplacedFileCheck {
  #waiting: Promise<void> | null = null;

  /** @param check returns false while a replaced file is too recent @param closing aborts when the process closes the log */
  constructor(
    private readonly runtime: Runtime,
    private readonly check: () => boolean,
    private readonly closing: AbortSignal,
  ) {}

  /** The pause before settling again; `null` if there is none. */
  get waiting(): Promise<void> | null {
    return this.#waiting;
  }

  begin(): void {
    if (this.check() || this.closing.aborted) return;
    this.#waiting ??= this.runtime.sleep(RECHECK_MS, this.closing).then(() => {
      this.#waiting = null;
      if (!this.closing.aborted) this.begin();
    });
  }
}
