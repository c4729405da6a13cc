import { fileSystemNow } from '../files/file-clock.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';

/** How far a process's clock may be from the file system's, in milliseconds. */
const TOLERANCE_MS = 2_000;
/** How long one comparison holds good, in milliseconds of monotonic time. */
const VALID_MS = 10_000;

/** Keeps a process whose clock is wrong from writing times that all others would have to live with. */
export class ClockGuard {
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** The clock less monotonic time when it was compared: it may be set in between. */
  #steady = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
  ) {}

  /** @throws CortexError `clock-skew`, or `read-only`/`disk-full` when the directory cannot be written */
  check(): void {
    const elapsed = this.runtime.clock.monotonic();
    const before = this.runtime.clock.now();
    const isSteady = Math.abs(before - elapsed - this.#steady) <= TOLERANCE_MS;
    if (isSteady && elapsed - this.#checkedAt < VALID_MS) return;
    const there = fileSystemNow(this.runtime, this.directory);
    // A process that was stopped between two looks at clocks is slow, not wrong.
    const skew = Math.min(0, this.runtime.clock.now() - there) + Math.max(0, before - there);
    if (Math.abs(skew) > TOLERANCE_MS) {
      throw new CortexError(
        'clock-skew',
        `this process's clock is ${(Math.abs(skew) / 1000).toFixed(1)} s ${skew > 0 ? 'ahead of' : 'behind'} the file system's`,
        {
          file: this.directory,
          allowed: `at most ${TOLERANCE_MS / 1000} s apart`,
          next: 'Set the clock right (or let the time service do so) and try again; nothing was written.',
        },
      );
    }
    this.#checkedAt = elapsed;
    this.#steady = before - elapsed;
  }
}
