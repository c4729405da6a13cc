import type { Runtime } from '../platform/runtime.ts';

/** So long nobody notices that others wait. Milliseconds. */
const SLICE_MS = 10;

/** Work that may be left for a while after each step. Between two steps everything holds together. */
export type Steps<T> = Generator<void, T, void>;

/** Does all of the work now. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Does work in slices of some milliseconds, between which everything else in the process has its turn.
 * @throws what `signal` is aborted with, before the next slice
 */
export async function inSlices<T>({ clock, sleep }: Pick<Runtime, 'clock' | 'sleep'>, steps: Steps<T>, signal?: AbortSignal): Promise<T> {
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
