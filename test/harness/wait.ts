import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_MS } from '../support/limits.ts';

const INTERVAL_MS = 100;
const FIRST_TRY_MS = 2_000;

/**
 * Waits until `look` gives something other than undefined or false, and gives that back. For what no event announces.
 * @param what is waited for, for the error
 * @param look gets the time for this try, if it waits for a step that can be lost: a try that took longer is followed by one with twice
 *   the time, because on a busy machine no short one succeeds
 * @throws Error when the time is up; with the last error of `look`, if it had one
 */
export async function waitFor<T>(what: string, look: (tryMs: number) => Promise<T | undefined | false>, timeoutMs = WAIT_MS): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  let tryMs = FIRST_TRY_MS;
  do {
    const begun = performance.now();
    try {
      const found = await look(tryMs);
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() - begun >= tryMs) tryMs *= 2;
    await pause(INTERVAL_MS);
  } while (performance.now() < deadline);
  const last = lastError instanceof Error ? `; at last: ${lastError.message}` : '';
  throw new Error(`waited ${timeoutMs} ms for ${what}${last}`, { cause: lastError });
}
