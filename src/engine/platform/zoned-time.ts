import { nearestDate, parseTime } from './clock.ts';

/**
 * The machine's own time zone. Its times are those of `Date`; to ask for its name, or for the times of a zone by name, loads what takes
 * longer than most commands.
 */
export const OWN_ZONE = 'local';

/** 1970 to 2037, as far as most systems know the rules. */
const MONTHS_COMPARED = 68 * 12;

/**
 * What tells one machine's zone from another's: how far it is from UTC, in minutes, at the beginning of each month of many years. Of months
 * after one another that have the same, the first with its number, since January 1970.
 */
export function ownOffsets(): readonly (readonly [month: number, minutes: number])[] {
  const offsets = Array.from({ length: MONTHS_COMPARED }, (_, month) => new Date(Date.UTC(1970, month, 1)).getTimezoneOffset());
  return Array.from(offsets.entries()).filter(([month, minutes]) => minutes !== offsets[month - 1]);
}

/** Whether this machine knows a time zone by that name. */
export function isTimeZone(name: string): boolean {
  // What every machine knows: asking takes longer than a search.
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Making one takes as long as using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
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

/** What the clocks of a zone show at an instant, `YYYY-MM-DDTHH:MM:SS`. @param ms milliseconds since 1970 UTC */
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

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  return parseTime(`${localTime(second, timeZone)}Z`) - second;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * The instant that a written time means (rulings, all protocols 6): one with a zone means that zone, one without is what the clocks of
 * `timeZone` showed; a day alone is its beginning. `null` for what is no time.
 * @returns milliseconds since 1970 UTC
 */
export function instantOf(text: string, timeZone: string): number | null {
  const [match, day, time = '00:00', zone] = LOCAL.exec(text.trim()) ?? [];
  if (match === undefined) return null;
  const asUtc = parseTime(`${day}T${time}${zone ?? 'Z'}`);
  if (Number.isNaN(asUtc)) return null;
  if (zone !== undefined) return asUtc;
  // An hour that the clocks leave out, or show twice, is taken as the offset after it says, which the second look finds.
  const near = asUtc - offsetAt(asUtc, timeZone);
  const instant = asUtc - offsetAt(near, timeZone);
  // In the first or the last hours that four digits of a year can write, the zone's clocks may show a year that they cannot.
  return Number.isNaN(instant) ? null : instant;
}

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a written time names a day and no time of it: how long ago that was nobody knows to the hour. */
export function isDayAlone(text: string): boolean {
  return DAY_ALONE.test(text.trim());
}

/** As `instantOf`; `null` also for a day alone. For durations, which must not be invented. */
export function momentOf(text: string, timeZone: string): number | null {
  return isDayAlone(text) ? null : instantOf(text, timeZone);
}
