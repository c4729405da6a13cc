import { parseTime } from '../kernel/clock.ts';
import type { Message } from './message.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a message says the day it was written, and no time: durations from it would be invented. */
export function saysDayOnly({ time }: Pick<Message, 'time'>): boolean {
  return time !== null && DAY.test(time);
}

/** When a message was written, milliseconds since 1970 UTC; `null` where it says no time, or one that is none. */
export function messageTime({ time }: Pick<Message, 'time'>): number | null {
  const at = time === null ? Number.NaN : parseTime(time);
  return Number.isNaN(at) ? null : at;
}
