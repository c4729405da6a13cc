export { counted, dollars as usd, grouped } from '../../engine/text/amounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Precision of short durations, so that a countdown does not change every second. */
const STEP = 5 * SECOND;

/** Characters that move the cursor, end a line or change the reading direction. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Returns the last offset up to `end` that does not split a surrogate pair. */
export function wholeCharacters(text: string, end: number): number {
  const half = text.charCodeAt(end - 1);
  return half >= 0xd800 && half <= 0xdbff ? end - 1 : end;
}

/** The syntax of icons. A backslash escapes it; before any other text VS Code would show the backslash. */
const ICON = /\$\([A-Za-z\d-]+(?:~[A-Za-z]+)?\)/g;

/** Converts a text to one line of limited length. Agents write these texts, so they may be long and contain control characters. */
export function oneLine(text: string, most = 120): string {
  // Cut first, because the text may have megabytes.
  const line = text
    .slice(0, wholeCharacters(text, 4 * most))
    .replace(UNRULY, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > most || text.length > 4 * most ? `${line.slice(0, wholeCharacters(line, most - 1))}…` : line;
}

/** Escapes a text for a message, where VS Code would render `[…](command:…)` as a link and `$(…)` as an icon. */
export function messageText(text: string): string {
  return oneLine(text, 1_000).replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** Escapes a text for a pick list, a completion list or the status bar, where VS Code would render `$(…)` as an icon. */
export function pickText(text: string, most = 120): string {
  return oneLine(text, most).replace(ICON, '\\$&');
}

/** Replaces invisible characters and line breaks by their code points, so that the text is shown exactly. */
export function visible(text: string): string {
  return text.replace(UNRULY, (run) => Array.from(run, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join(''));
}

/** Reports whether a text is safe to copy, because it may be pasted into a terminal. */
export function isPlain(text: string): boolean {
  return text.search(UNRULY) === -1;
}

/** Formats a duration as `3d 4h`, `2h 5m`, `4m` or `35s`. */
export function duration(ms: number): string {
  if (ms >= 2 * DAY) {
    const hours = Math.floor((ms % DAY) / HOUR);
    return hours === 0 ? `${Math.floor(ms / DAY)}d` : `${Math.floor(ms / DAY)}d ${hours}h`;
  }
  if (ms >= HOUR) {
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return minutes === 0 ? `${Math.floor(ms / HOUR)}h` : `${Math.floor(ms / HOUR)}h ${minutes}m`;
  }
  if (ms > MINUTE - STEP) return `${Math.max(1, Math.floor(ms / MINUTE))}m`;
  return `${(Math.max(1, Math.ceil(ms / STEP)) * STEP) / SECOND}s`;
}

/** Returns the unit to which the time that is left is rounded up. */
function unitOf(left: number): number {
  if (left > 2 * DAY) return HOUR;
  return left > MINUTE - STEP ? MINUTE : STEP;
}

/** Formats the time until something ends, rounded up as in the terminal. */
export const timeLeft = (ms: number): string => duration(Math.ceil(ms / unitOf(ms)) * unitOf(ms));

/** Returns the milliseconds until `timeLeft` changes; `null` if it does not change any more. */
export function nextTimeLeftChange(ms: number): number | null {
  if (ms <= STEP) return null;
  if (ms > MINUTE - STEP && ms <= MINUTE) return ms - (MINUTE - STEP);
  const unit = unitOf(ms);
  return ms - (Math.ceil(ms / unit) - 1) * unit;
}

/** Formats `12,345` as `12.3k`. */
export function tokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${shortened(count / 1_000)}k`;
  return `${shortened(count / 1_000_000)}M`;
}

function shortened(value: number): string {
  return value < 100 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.floor(value));
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
/** Cached, because they are expensive to create and used for every locked file. */
let clocks: { readonly time: Intl.DateTimeFormat; readonly dayAndTime: Intl.DateTimeFormat } | null = null;

/** Formats a time as `14:05`, with the date if it is not today. Milliseconds since 1970 UTC, local time zone. */
export function clockTime(at: number, now: number): string {
  // A log may contain a number that is not a valid date.
  if (Number.isNaN(new Date(at).getTime())) return String(at);
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  clocks ??= {
    time: new Intl.DateTimeFormat('en', TIME),
    dayAndTime: new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', ...TIME }),
  };
  return (sameDay ? clocks.time : clocks.dayAndTime).format(at);
}

/** Capitalizes a text that was written to follow the name of a program or a file. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
