import { parseTime } from '../../platform/clock.ts';
import type { Message } from './message.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reports whether a message has a date without a time of day. No duration can be computed from it. */
export function hasDayOnly({ time }: Pick<Message, 'time'>): boolean {
  return time !== null && DAY.test(time);
}

/**
 * Returns when a message was written, in milliseconds since 1970 UTC, for computing durations; `null` without a time, or with a date only.
 */
export const exactTime = (message: Pick<Message, 'time'>): number | null => (hasDayOnly(message) ? null : messageTime(message));

/** Returns when a message was written, in milliseconds since 1970 UTC; a date counts as its start here. `null` without a valid time. */
export function messageTime({ time }: Pick<Message, 'time'>): number | null {
  const at = time === null ? Number.NaN : parseTime(DAY.test(time) ? `${time}T00:00` : time);
  return Number.isNaN(at) ? null : at;
}
