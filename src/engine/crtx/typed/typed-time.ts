import { isDate, parseTime } from '../../platform/clock.ts';
import { CortexError } from '../../platform/errors.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a typed time or age. Returns milliseconds since 1970 UTC. @throws CortexError `invalid-input` */
export function parseTypedTime(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (UNITS[unit] ?? 0);
  const time = parseTime(text);
  if (!Number.isNaN(time)) return time;
  const next = 'Use a form such as 2026-11-21, 2026-11-21T12:00Z or 2h.';
  throw new CortexError('invalid-input', 'invalid time', { value: text, allowed: 'a date, a time or an age', next });
}

/** Formats a time as ISO 8601 in UTC with milliseconds; a number beyond the range of dates as a number. */
export function showTime(time: number): string {
  return isDate(time) ? new Date(time).toISOString() : String(time);
}
