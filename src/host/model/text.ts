export { counted, dollars as usd, grouped } from '../../engine/text/amounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds that run down one by one would never be still. */
const STEP = 5 * SECOND;

/** What may move the cursor, end a line or turn the reading direction round. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Where a text may end, at a place or just before it: not between the halves of a character. */
export function wholeCharacters(text: string, end: number): number {
  const half = text.charCodeAt(end - 1);
  return half >= 0xd800 && half <= 0xdbff ? end - 1 : end;
}

/** What the editor makes an icon of; a backslash in front of anything else it would show. */
const ICON = /\$\([A-Za-z\d-]+(?:~[A-Za-z]+)?\)/g;

/** Agents write these texts: one line, of a length that a row has room for. */
export function oneLine(text: string, most = 120): string {
  // Cut before it is looked through: a text may have megabytes.
  const line = text
    .slice(0, wholeCharacters(text, 4 * most))
    .replace(UNRULY, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > most || text.length > 4 * most ? `${line.slice(0, wholeCharacters(line, most - 1))}…` : line;
}

/** A text for a message or a question, where the editor would make a link of `[…](command:…)`, and an icon of `$(…)`. */
export function messageText(text: string): string {
  return oneLine(text, 1_000).replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** A text for a pick list, a list of completions or the status bar, which would make an icon of `$(…)`. */
export function pickText(text: string, most = 120): string {
  return oneLine(text, most).replace(ICON, '\\$&');
}

/** A text to be seen to the letter: what would be unseen, or end a line, is written as its number. */
export function visible(text: string): string {
  return text.replace(UNRULY, (run) => Array.from(run, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join(''));
}

/** Whether a text can go to the clipboard, from where it may be pasted into a terminal. */
export function isPlain(text: string): boolean {
  return text.search(UNRULY) === -1;
}

/** How long something lasts, to the precision that a person acts on: `3d 4h`, `2h 5m`, `4m`, `35s`. */
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

/** Milliseconds until `duration` says something else of a time that runs down; `null` when it says the same to the end. */
export function nextDurationChange(ms: number): number | null {
  if (ms <= STEP) return null;
  if (ms >= 2 * DAY) return (ms % HOUR) + 1;
  if (ms > MINUTE - STEP) return ms < 2 * MINUTE ? ms - (MINUTE - STEP) : (ms % MINUTE) + 1;
  return ms - (Math.ceil(ms / STEP) - 1) * STEP;
}

/** `12,345` in the form that has room in a row: `12.3k`. */
export function tokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${shortened(count / 1_000)}k`;
  return `${shortened(count / 1_000_000)}M`;
}

function shortened(value: number): string {
  return value < 100 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.floor(value));
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
/** Dear to make, and asked for by every file that is locked. */
let clocks: { readonly time: Intl.DateTimeFormat; readonly dayAndTime: Intl.DateTimeFormat } | null = null;

/** `14:05`; with the date for another day. Milliseconds since 1970 UTC, in the zone of this machine. */
export function clockTime(at: number, now: number): string {
  // No date of the calendar: a log may say anything.
  if (Number.isNaN(new Date(at).getTime())) return String(at);
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  clocks ??= {
    time: new Intl.DateTimeFormat('en', TIME),
    dayAndTime: new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', ...TIME }),
  };
  return (sameDay ? clocks.time : clocks.dayAndTime).format(at);
}

/** What is written to stand behind the name of a program or a file, where it stands alone. */
export const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
