import type { TimelineEntry } from '../../crtx/schema/timeline.ts';

/** Limits for rolling entries into archives, in bytes of JSON. */
export interface RollLimits {
  /** Current entries roll above this size. */
  readonly rollBytes: number;
  /** Size that stays current. */
  readonly keepBytes: number;
  /** Maximum size of an archive, unless a single moment is larger. With commas and header it stays below 8 MiB. */
  readonly archiveBytes: number;
}

export const ROLL_LIMITS: RollLimits = { rollBytes: 4 * 1_048_576, keepBytes: 1_048_576, archiveBytes: 6 * 1_048_576 };

/** Entries of the same time, which stay together. */
interface SameTimeEntries {
  readonly entries: TimelineEntry[];
  bytes: number;
}

function momentsOf(entries: readonly TimelineEntry[]): SameTimeEntries[] {
  const moments: SameTimeEntries[] = [];
  let time: number | null = null;
  for (const entry of entries) {
    if (entry.timestamp !== time) moments.push({ entries: [], bytes: 0 });
    time = entry.timestamp;
    const moment = moments.at(-1);
    moment?.entries.push(entry);
    if (moment) moment.bytes += Buffer.byteLength(JSON.stringify(entry));
  }
  return moments;
}

/**
 * Plans the entries of each new archive.
 * @param entries current, oldest first
 */
export function planRoll(entries: readonly TimelineEntry[], { keepBytes, archiveBytes }: RollLimits): TimelineEntry[][] {
  const moments = momentsOf(entries);
  let left = moments.reduce((sum, { bytes }) => sum + bytes, 0);
  const archives: SameTimeEntries[] = [];
  for (const moment of moments) {
    if (left <= keepBytes) break;
    left -= moment.bytes;
    const last = archives.at(-1);
    if (last !== undefined && last.bytes + moment.bytes <= archiveBytes) {
      for (const entry of moment.entries) last.entries.push(entry);
      last.bytes += moment.bytes;
    } else archives.push({ entries: [...moment.entries], bytes: moment.bytes });
  }
  return archives.map((archive) => archive.entries);
}

const NAME = /^timeline-(-?\d+)-(-?\d+)-[0-9a-f]{8}\.crtx$/;

/** Returns the name of an archive. @param unique eight random hexadecimal digits */
export function archiveName(entries: readonly TimelineEntry[], unique: string): string {
  return `timeline-${entries[0]?.timestamp ?? 0}-${entries.at(-1)?.timestamp ?? 0}-${unique}.crtx`;
}

/** The times of the first and the last entry, milliseconds. */
export interface Times {
  readonly first: number;
  readonly last: number;
}

/** Parses the times in an archive's name; `null` for names of another form. */
export function timesInName(name: string): Times | null {
  const [, first, last] = NAME.exec(name) ?? [];
  return first === undefined ? null : { first: Number(first), last: Number(last) };
}

/** Whether an archive named by this program may contain an entry of this time. */
export function mayContainTime(name: string, timestamp: number): boolean {
  const times = timesInName(name);
  return times !== null && times.first <= timestamp && timestamp <= times.last;
}
