const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const manyDollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 });
/** Amounts from here on are shown without cents. */
const MANY_DOLLARS = 10_000;

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const timeOfDay = new Intl.DateTimeFormat('en', clock);
const dayAndTime = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', ...clock });

const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayAlone = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** Shorter times ago are shown as "now", since numbers that change every second are distracting. */
const NOW_S = 3;
/** A time further ahead comes from a wrong clock. */
const CLOCKS_DIFFER_S = 2 * MINUTE_S;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a duration in milliseconds with its two largest units: `2 d 03 h`, `1 h 02 min`, `4 min 05 s`, `42 s`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${twoDigits(seconds % MINUTE_S)} s`;
  if (seconds < DAY_S) return `${Math.floor(seconds / HOUR_S)} h ${twoDigits(Math.floor((seconds % HOUR_S) / MINUTE_S))} min`;
  return `${whole.format(Math.floor(seconds / DAY_S))} d ${twoDigits(Math.floor((seconds % DAY_S) / HOUR_S))} h`;
}

/** Rounds a duration in milliseconds down to what is displayed, so that a component renders at most once a second. */
export const wholeSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000) * 1_000);

/** Like `duration`, without a second unit that is zero: `1 h`. For durations that do not count down. */
export const shortDuration = (ms: number): string => duration(ms).replace(/ 00 \w+$/, '');

/** Like `shortDuration`, but in milliseconds below one second. For measured durations. */
export const measured = (ms: number): string => (ms < 1_000 ? `${ms} ms` : shortDuration(ms));

/** Formats the remaining time of a lease in milliseconds. Rounded up to whole seconds, so that 0 is shown only after it expired. */
export function timeLeft(ms: number): string {
  return ms <= 0 ? 'expired' : duration(Math.ceil(ms / 1_000) * 1_000);
}

/** Formats a duration in milliseconds in its largest unit: `57 min`. For durations that go on. */
export const roughDuration = (ms: number): string => inLargestUnit(Math.max(0, Math.floor(ms / 1_000)));

/**
 * Formats the time since an event, in milliseconds, in its largest unit: `12 s ago`. A time slightly ahead is "now", since clocks differ.
 * One further ahead comes from a wrong clock and is shown as such: `in 3 min`.
 */
export function ago(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < -CLOCKS_DIFFER_S) return `in ${inLargestUnit(-seconds)}`;
  return seconds < NOW_S ? 'now' : `${inLargestUnit(seconds)} ago`;
}

/** Like `ago`, for a time as it is written. Without seconds, its age is known to the minute only. */
export function writtenAgo(ms: number, written: string): string {
  const isRecent = ms < MINUTE_S * 1_000 && ms >= -CLOCKS_DIFFER_S * 1_000;
  return isRecent && !/\d:\d\d:\d\d/.test(written) ? '< 1 min ago' : ago(ms);
}

function inLargestUnit(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min`;
  if (seconds < DAY_S) return `${Math.floor(seconds / HOUR_S)} h`;
  return `${whole.format(Math.floor(seconds / DAY_S))} d`;
}

/**
 * Formats a time in the local time zone, with its date unless that is today: `14:03:20`, `Apr 13, 2026, 14:03:20`. Both parameters are
 * milliseconds since 1970 UTC.
 */
export function moment(at: number, now: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'never';
  return (date.toDateString() === new Date(now).toDateString() ? timeOfDay : dayAndTime).format(date);
}

/** Like `moment`, to the minute: for estimated times. */
export const formatMinute = (at: number, now: number): string => moment(at, now).replace(/:\d\d$/, '');

/** Like `moment`, less precise for older times: `14:03:20`, `Apr 13, 14:03`, `Apr 13, 2025`. */
export function shortMoment(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  if (Number.isNaN(date.getTime()) || date.toDateString() === today.toDateString()) return moment(at, now);
  return (date.getFullYear() === today.getFullYear() ? dayOfYear : dayAlone).format(date);
}

/** `1,234` */
export const count = (value: number): string => whole.format(value);

/** `1 message`, `3 messages`. */
export const counted = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

/** `950`, `12.3K`, `1.2M` */
export const tokens = (value: number): string => compact.format(value);

const BYTE_UNITS = ['B', 'KiB', 'MiB'];
const shortNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** `950 B`, `12.3 KiB`, `64 MiB` */
export function bytes(size: number): string {
  const power = Math.min(size < 1 ? 0 : Math.floor(Math.log2(size) / 10), BYTE_UNITS.length - 1);
  return `${shortNumber.format(size / 1_024 ** power)} ${BYTE_UNITS[power]}`;
}

/** Formats US dollars. A positive amount is never shown as zero. */
export function money(usd: number): string {
  if (usd > 0 && usd < 0.005) return '<$0.01';
  return (usd < MANY_DOLLARS ? dollars : manyDollars).format(usd);
}

/** Returns whole percents, rounded down, so that 100 is shown only when reached. With a maximum of 0, the result is 100. */
export function toPercent(spent: number, max: number): number {
  return max > 0 ? Math.floor((spent / max) * 100) : 100;
}
