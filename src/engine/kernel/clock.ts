import { CortexError } from './errors.ts';

/** Time, injected: nothing in the engine asks the system for it. */
export interface Clock {
  /** Protocol time: integer milliseconds since 1970 UTC. Pinned by `CORTEX_NOW`. */
  now(): number;
  /** Milliseconds that only grow, for waiting and time-outs; never pinned. */
  monotonic(): number;
  /** True when `now()` stands still by request; such a clock only writes to logs that were begun with one. */
  readonly pinned: boolean;
}

/**
 * The clock of this process.
 * @param env `CORTEX_NOW`, an ISO 8601 time, pins `now()` so that output can be reproduced
 * @throws CortexError `invalid-input` when `CORTEX_NOW` is not a time
 */
export function systemClock(env: Readonly<Record<string, string | undefined>> = process.env): Clock {
  const monotonic = () => performance.now();
  const pin = env.CORTEX_NOW;
  if (pin === undefined || pin === '') return { now: () => Date.now(), monotonic, pinned: false };
  const at = /^\d{4}-\d{2}-\d{2}/.test(pin) ? Date.parse(pin) : Number.NaN;
  if (!Number.isSafeInteger(at)) {
    throw new CortexError('invalid-input', 'CORTEX_NOW is not a time', {
      value: pin,
      allowed: 'an ISO 8601 time such as 2026-11-21T10:00:00Z',
      next: 'Correct the variable or unset it.',
    });
  }
  return { now: () => at, monotonic, pinned: true };
}
