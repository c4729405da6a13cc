import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Clock } from './clock.ts';

/** Creates an id such as `ent_01JD…`: unique without a coordinator, sorted by creation time (ULID). */
export type IdFactory = (prefix: string) => string;

/** Source of random bytes, injected so that tests can repeat a run. */
export type Random = (size: number) => Uint8Array;

/** Random bytes to request from the system at once. An id takes them one by one. */
const POOL_BYTES = 4_096;
let pool = new Uint8Array();

/** Returns random bytes of the system. No byte is returned twice. */
export const systemRandom: Random = (size) => {
  if (pool.length < size) pool = randomBytes(Math.max(size, POOL_BYTES));
  const bytes = pool.subarray(0, size);
  pool = pool.subarray(size);
  return bytes;
};

/** Creates an id factory. Its ids are strictly increasing, even within a millisecond. */
export function createIds(clock: Clock, random: Random): IdFactory {
  const next = monotonicFactory(() => (random(1)[0] ?? 0) / 256);
  return (prefix) => `${prefix}_${next(clock.now())}`;
}

/** Returns 16 random hexadecimal digits for file names that must not collide with those of other processes. */
export function nonce(random: Random): string {
  return Buffer.from(random(8)).toString('hex');
}
