import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 100;

/**
 * Waits until `look` gives something other than undefined or false, and gives that back. For what no event announces.
 * @param what is waited for, for the error
 * @throws Error when the time is up; with the last error of `look`, if it had one
 */
export async function waitFor<T>(what: string, look: () => Promise<T | undefined | false>, timeoutMs = 180_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      lastError = error;
    }
    await pause(INTERVAL_MS);
  } while (performance.now() < deadline);
  const last = lastError instanceof Error ? `; at last: ${lastError.message}` : '';
  throw new Error(`waited ${timeoutMs} ms for ${what}${last}`, { cause: lastError });
}
