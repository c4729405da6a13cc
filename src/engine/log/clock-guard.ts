import { fileSystemNow } from '../files/file-clock.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Largest allowed difference between the clocks of a process and of the file system, in milliseconds. */
const TOLERANCE_MS = 2_000;
/** How long a comparison stays valid, in milliseconds of monotonic time. */
const VALID_MS = 10_000;

/** Rejects writes of a process whose clock is wrong: all other processes would have to live with the times that it writes. */
export class ClockGuard {
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Wall time minus monotonic time at the last comparison. It changes when the clock is set. */
  #steady = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
  ) {}

  /**
   * Compares the clock with the file system's, unless the last comparison is still valid.
   * @throws CortexError `clock-skew`, or `read-only`/`disk-full` if the directory cannot be written
   */
  check(): void {
    const elapsed = this.runtime.clock.monotonic();
    const before = this.runtime.clock.now();
    const isSteady = Math.abs(before - elapsed - this.#steady) <= TOLERANCE_MS;
    if (isSteady && elapsed - this.#checkedAt < VALID_MS) return;
    const there = fileSystemNow(this.runtime, this.directory);
    // A process that was paused between two readings is slow, but its clock is not wrong.
    const skew = Math.min(0, this.runtime.clock.now() - there) + Math.max(0, before - there);
    if (Math.abs(skew) > TOLERANCE_MS) {
      throw new CortexError(
        'clock-skew',
        `this process's clock is ${(Math.abs(skew) / 1000).toFixed(1)} s ${skew > 0 ? 'ahead of' : 'behind'} the file system's`,
        {
          file: this.directory,
          allowed: `at most ${TOLERANCE_MS / 1000} s apart`,
          next: 'Correct the clock (or let the time service do so) and try again. Nothing was written.',
        },
      );
    }
    this.#checkedAt = elapsed;
    this.#steady = before - elapsed;
  }
}
