import type { Runtime } from '../platform/runtime.ts';

/** Longest time in milliseconds for which work blocks the process. Shorter than people notice. */
const SLICE_MS = 10;

/** Work that can be suspended after each step. Between steps all state is consistent. */
export type StepwiseWork<T> = Generator<void, T, void>;

/** Does all of the work without suspending. */
export function runAtOnce<T>(steps: StepwiseWork<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Does work in slices of a few milliseconds, between which other tasks of the process run.
 * @throws the reason of `signal` if it is aborted, before the next slice
 */
export async function runInSlices<T>(
  { clock, sleep }: Pick<Runtime, 'clock' | 'sleep'>,
  steps: StepwiseWork<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  for (let begun = clock.monotonic(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (clock.monotonic() - begun < SLICE_MS) continue;
    await sleep(0, signal);
    signal?.throwIfAborted();
    begun = clock.monotonic();
  }
}
