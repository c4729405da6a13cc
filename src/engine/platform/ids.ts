import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Clock } from './clock.ts';

/** Makes an id such as `ent_01JD…`: unique without a coordinator, sorted by creation time (ULID). */
export type IdFactory = (prefix: string) => string;

/** Random bytes, injected so that tests can repeat a run. */
export type Random = (size: number) => Uint8Array;

/** How much is drawn from the system at once, bytes: an id takes it one byte at a time. */
const POOL_BYTES = 4_096;
let pool = new Uint8Array();

/** The system's own random bytes; none is given twice. */
export const systemRandom: Random = (size) => {
  if (pool.length < size) pool = randomBytes(Math.max(size, POOL_BYTES));
  const bytes = pool.subarray(0, size);
  pool = pool.subarray(size);
  return bytes;
};

/** An id factory; ids of one factory are strictly increasing even within a millisecond. */
export function createIds(clock: Clock, random: Random): IdFactory {
  const next = monotonicFactory(() => (random(1)[0] ?? 0) / 256);
  return (prefix) => `${prefix}_${next(clock.now())}`;
}

/** A short random name part in lower-case hexadecimal, for file names that nobody else may guess to be theirs. */
export function nonce(random: Random): string {
  return Buffer.from(random(8)).toString('hex');
}
