import { parseTime } from '../kernel/clock.ts';
import type { Message } from './message.ts';

/** When a message was written, milliseconds since 1970 UTC; `null` where it says no time, or one that is none. */
export function messageTime({ time }: Pick<Message, 'time'>): number | null {
  const at = time === null ? Number.NaN : parseTime(time);
  return Number.isNaN(at) ? null : at;
}
