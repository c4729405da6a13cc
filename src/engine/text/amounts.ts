const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats an integer with thousands separators: `1,234,567`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats a count with its noun: `1 lock`, `2 locks`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** Formats US dollars: `$1,234.50`. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`;
}

/** Formats a duration in milliseconds, with at most two units. */
export function duration(ms: number): string {
  if (ms >= 2 * DAY) return `${grouped(Math.floor(ms / DAY))} d ${Math.floor((ms % DAY) / HOUR)} h`;
  if (ms >= 2 * HOUR) return `${grouped(Math.floor(ms / HOUR))} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
  return ms >= MINUTE ? `${Math.floor(ms / MINUTE)} min` : `${Math.floor(ms / SECOND)} s`;
}

/** Formats the time until something ends, in milliseconds. Rounded up, so that a new lease of ten minutes is shown as ten minutes. */
export function remaining(ms: number): string {
  const left = Math.max(0, ms);
  const unit = left > MINUTE - SECOND ? MINUTE : SECOND;
  return duration(Math.ceil(left / unit) * unit);
}

/** Formats a share from 0 to 1 as a percentage. A small share is not shown as 0. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %';
  return `${Math.round(share * 100)} %`;
}
