import os from 'node:os';
import { CortexError } from './errors.ts';

/** Source of time. It is injected, so that the engine never reads the system's clock itself. */
export interface Clock {
  /** Protocol time: integer milliseconds since 1970 UTC. Pinned by `CORTEX_NOW`. */
  now(): number;
  /** Monotonic milliseconds, for waiting and timeouts; never pinned. */
  monotonic(): number;
  /** Milliseconds since the machine booted, including sleep; missing for a pinned clock. */
  readonly sinceBoot?: () => number;
  /** True when `now()` is pinned. A pinned clock may write only to logs that were created with a pinned clock. */
  readonly pinned: boolean;
}

const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const DAYS_OF_ANY_MONTH = 28;
const NANOSECONDS_A_MS = 1e6;
/**
 * Latest time that is accepted, in milliseconds since 1970 UTC. Later times are mistakes, and arithmetic with them could exceed the range
 * of `Date`.
 */
export const LATEST_TIME = Date.UTC(2200, 0, 1);
/** Limit of `Date` on both sides of 1970, in milliseconds. Formatting a later or earlier time throws. */
const LAST_DATE = 8_640_000_000_000_000;

/** Whether a time from a file can be formatted as a date. @param ms milliseconds since 1970 UTC */
export const isDate = (ms: number): boolean => Math.abs(ms) <= LAST_DATE;

/** Returns the nearest time that can be formatted as a date, and 1970 for NaN. Files, git and file systems may contain any number. */
export const nearestDate = (ms: number): number => (Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, -LAST_DATE), LAST_DATE));

/**
 * Parses an ISO 8601 time. Returns milliseconds since 1970 UTC, or NaN for invalid text and for days that do not exist, which `Date.parse`
 * would carry over into the next month.
 */
export function parseTime(text: string): number {
  const [, year, month, day] = ISO_TIME.exec(text) ?? [];
  if (Number(day) <= DAYS_OF_ANY_MONTH) return Date.parse(text);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day) ? Date.parse(text) : Number.NaN;
}

/**
 * Creates the clock of this process.
 * @param env `CORTEX_NOW`, an ISO 8601 time, pins `now()` so that output can be reproduced
 * @throws CortexError `invalid-input` when `CORTEX_NOW` is not a time from 1970 to 2200
 */
export function systemClock(env: Readonly<Record<string, string | undefined>> = process.env): Clock {
  // `performance` would load more of Node, which takes longer than parsing a command line.
  const monotonic = () => Number(process.hrtime.bigint()) / NANOSECONDS_A_MS;
  const pin = env.CORTEX_NOW;
  if (pin === undefined || pin === '') return { now: () => Date.now(), monotonic, sinceBoot: () => os.uptime() * 1000, pinned: false };
  const at = parseTime(pin);
  if (!(at >= 0 && at <= LATEST_TIME)) {
    throw new CortexError('invalid-input', 'CORTEX_NOW is not a valid time', {
      value: pin,
      allowed: 'an ISO 8601 time from 1970-01-01 to 2200-01-01 such as 2026-11-21T10:00:00Z',
      next: 'Correct the variable or unset it.',
    });
  }
  return { now: () => at, monotonic, pinned: true };
}

/** Blocks the thread for some milliseconds. */
export function blockThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
