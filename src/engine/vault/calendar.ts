import { nearestDate, parseTime } from '../platform/clock.ts';
import { OWN_ZONE } from '../platform/zoned-time.ts';
import type { VaultConfig } from './config/config.ts';
import type { Layer, Note } from './notes/note.ts';

const DAY_MS = 86_400_000;

/** Date, optionally with a time and a zone, separated as YAML allows. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\s?(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?([Zz]|[+-]\d{2}:?\d{2}))?)?$/;

/** Cached, because creating a format takes as long as using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format;
}

function formattedDay(ms: number, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** @param month 0 is January */
function isoDay(year: number, month: number, day: number): string {
  const digits = (value: number, count: number) => String(value).padStart(count, '0');
  // Years without four digits are written as in ISO 8601.
  const years = year < 0 ? `-${digits(-year, 6)}` : digits(year, 4);
  return `${years}-${digits(month + 1, 2)}-${digits(day, 2)}`;
}

/** Returns the day, `YYYY-MM-DD`, of an instant in a time zone. @param ms milliseconds since 1970 UTC */
export function calendarDay(ms: number, timeZone: string): string {
  const time = nearestDate(ms);
  const date = new Date(time);
  if (timeZone === 'UTC') return isoDay(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (timeZone === OWN_ZONE) return isoDay(date.getFullYear(), date.getMonth(), date.getDate());
  return formattedDay(time, timeZone);
}

/** Returns the number of days between two days, negative if the second is earlier. Both are `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return (parseTime(to) - parseTime(from)) / DAY_MS;
}

/** Reports whether a day exists. Days up to 28 are in every month and need no parsing. @param date `YYYY-MM-DD` */
function isDay(date: string): boolean {
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8));
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || !Number.isNaN(parseTime(date)));
}

/**
 * Returns the day of a header value, `YYYY-MM-DD` (rulings, all protocols 6): a date, a time without a zone in the configured zone, or a
 * time with a zone, converted to the configured zone. `null` for anything else.
 */
export function parseDay(value: unknown, timeZone: string): string | null {
  const [, date, time, zone] = (typeof value === 'string' && DATE_TIME.exec(value.trim())) || [];
  if (date === undefined) return null;
  if (time === undefined) return isDay(date) ? date : null;
  // A time without a zone is checked as UTC, so that the machine's daylight saving time does not matter.
  const at = parseTime(`${date}T${time}${zone?.toUpperCase() ?? 'Z'}`);
  if (Number.isNaN(at)) return null;
  const day = zone === undefined ? date : calendarDay(at, timeZone);
  return day.length === date.length ? day : null;
}

/** Returns the day, `YYYY-MM-DD`, that determines a note's layer (rulings, vault 2). @param timeZone the vault's */
export function layerDay({ updated, created, file }: Pick<Note, 'updated' | 'created' | 'file'>, timeZone: string): string {
  return updated ?? created ?? calendarDay(Number(file.mtimeNs) / 1e6, timeZone);
}

/** Returns the layer of a note (seed 2, "Layer"; rulings, vault 2). @param today `YYYY-MM-DD` in the vault's time zone */
export function determineLayer(
  note: Pick<Note, 'updated' | 'created' | 'file' | 'problems'>,
  today: string,
  config: Pick<VaultConfig, 'hot' | 'warm' | 'timeZone'>,
): Layer {
  // The age is unknown, and the file's mtime may be that of a checkout.
  if (note.updated === null && note.problems.some(({ code }) => code === 'bad-date')) return 'cold';
  const age = daysBetween(layerDay(note, config.timeZone), today);
  if (age <= config.hot) return 'hot';
  return age <= config.warm ? 'warm' : 'cold';
}
