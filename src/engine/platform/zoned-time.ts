import { nearestDate, parseTime } from './clock.ts';

/**
 * The machine's own time zone, with the times of `Date`. Asking for its name, or for times in a named zone, would load `Intl`, which takes
 * longer than most commands.
 */
export const OWN_ZONE = 'local';

/** 1970 to 2037, the years for which most systems know the rules. */
const MONTHS_COMPARED = 68 * 12;

/**
 * Returns the offsets of this machine's zone from UTC, which distinguish it from other zones. Each pair is a month, counted from January
 * 1970, and the offset in minutes at its start. Months with the same offset as the month before are left out.
 */
export function ownOffsets(): readonly (readonly [month: number, minutes: number])[] {
  const offsets = Array.from({ length: MONTHS_COMPARED }, (_, month) => new Date(Date.UTC(1970, month, 1)).getTimezoneOffset());
  return Array.from(offsets.entries()).filter(([month, minutes]) => minutes !== offsets[month - 1]);
}

/** Whether this machine knows a time zone of that name. */
export function isTimeZone(name: string): boolean {
  // Every machine knows UTC, and the check below takes longer than a search.
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Cache of formats: creating one takes as long as using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

const two = (value: number): string => String(value).padStart(2, '0');

function ownTime(ms: number): string {
  const date = new Date(ms);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Returns the wall-clock time of a zone at an instant, as `YYYY-MM-DDTHH:MM:SS`. @param ms milliseconds since 1970 UTC */
export function localTime(ms: number, timeZone: string): string {
  const time = nearestDate(ms);
  if (timeZone === OWN_ZONE) return ownTime(time);
  if (timeZone === 'UTC') return new Date(time).toISOString().slice(0, 19);
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Returns how far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  return parseTime(`${localTime(second, timeZone)}Z`) - second;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Parses a written time (rulings, all protocols 6). A time with a zone is read in that zone; a time without one is wall-clock time of
 * `timeZone`. A day alone means its start.
 * @returns milliseconds since 1970 UTC; `null` for invalid text
 */
export function parseInstant(text: string, timeZone: string): number | null {
  const [match, day, time = '00:00', zone] = LOCAL.exec(text.trim()) ?? [];
  if (match === undefined) return null;
  const asUtc = parseTime(`${day}T${time}${zone ?? 'Z'}`);
  if (Number.isNaN(asUtc)) return null;
  if (zone !== undefined) return asUtc;
  // The second step uses the offset at the first guess. It decides about hours that the clocks skip or repeat.
  const near = asUtc - offsetAt(asUtc, timeZone);
  const instant = asUtc - offsetAt(near, timeZone);
  // Near the years 0000 and 9999 the zone's wall-clock time may fall into a year that does not have four digits.
  return Number.isNaN(instant) ? null : instant;
}

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a written time is a day without a time of day, so that its age is not known to the hour. */
export function isDayAlone(text: string): boolean {
  return DAY_ALONE.test(text.trim());
}

/** As `parseInstant`, but `null` for a day alone. For durations, which must not be invented. */
export function parseExactInstant(text: string, timeZone: string): number | null {
  return isDayAlone(text) ? null : parseInstant(text, timeZone);
}
