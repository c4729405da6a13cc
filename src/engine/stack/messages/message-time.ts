import { parseTime } from '../../platform/clock.ts';
import type { Message } from './message.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a message says the day it was written, and no time: durations from it would be invented. */
export function saysDayOnly({ time }: Pick<Message, 'time'>): boolean {
  return time !== null && DAY.test(time);
}

/** The moment at which a message was written, for what counts from it; `null` where it says none, or a day alone. Milliseconds since 1970 UTC. */
export const momentOf = (message: Pick<Message, 'time'>): number | null => (saysDayOnly(message) ? null : messageTime(message));

/** When a message was written, milliseconds since 1970 UTC; a day alone begins then. `null` where it says no time, or one that is none. */
export function messageTime({ time }: Pick<Message, 'time'>): number | null {
  const at = time === null ? Number.NaN : parseTime(time);
  return Number.isNaN(at) ? null : at;
}
