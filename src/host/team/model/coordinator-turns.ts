import { Cron } from 'croner';
import * as z from 'zod';
import { OWN_ZONE } from '../../../engine/platform/zoned-time.ts';
import type { AgentStatus } from '../../../engine/team/index.ts';

/** Daily pages of a coordinator, in this order (seed 5, "Daily briefing", "Daily review"). */
export const DAILY = ['briefing', 'review'] as const;
export type DailyPage = (typeof DAILY)[number];

/** Announcements that any window has made, so that each is made once. Times are milliseconds since 1970 UTC. */
const announcedSchema = z.object({
  /** Due time of the page that was shown last. */
  briefing: z.number().optional(),
  review: z.number().optional(),
  /** Agents announced as down, with their last heartbeat. An array of pairs, because some slugs are unsafe as object keys. */
  down: z.array(z.tuple([z.string(), z.number().nullable()])).default([]),
});
type Announced = z.infer<typeof announcedSchema>;

/** Announcements that are possible at one time. */
export interface PendingAnnouncements {
  /** Last due time of each page. */
  readonly due: Readonly<Record<DailyPage, number>>;
  /** Agents that are down, by slug, with their last heartbeat. */
  readonly down: ReadonlyMap<string, number | null>;
}

/** Announcements that this window has to make. */
export interface AnnouncementPlan {
  /** In the order of their due times. */
  readonly pages: readonly DailyPage[];
  /** Slugs. */
  readonly down: readonly string[];
  /** New content of the file; `null`: unchanged. */
  readonly text: string | null;
}

/** A stored time that is further in the future is ignored, because it came from a wrong clock. In milliseconds. */
const NOT_BELIEVED_MS = 2 * 86_400_000;

const NOTHING: AnnouncementPlan = { pages: [], down: [], text: null };

/** Returns when a time of day last occurred. @param time `HH:MM` @param timeZone IANA name or `OWN_ZONE` @param now ms since 1970 UTC */
export function lastDueTime(time: string, timeZone: string, now: number): number {
  const [hour = '0', minute = '0'] = time.split(':');
  const options = { paused: true, ...(timeZone !== OWN_ZONE && { timezone: timeZone }) };
  const clock = new Cron(`${Number(minute)} ${Number(hour)} * * *`, options);
  // `previousRuns` excludes its argument, and a page is due at its exact time.
  const [last] = clock.previousRuns(1, new Date(now + 1));
  return last?.getTime() ?? 0;
}

/** Returns the agents that are down, as for `PendingAnnouncements.down`. */
export function findUnresponsive(agents: readonly AgentStatus[]): Map<string, number | null> {
  return new Map(agents.filter(({ state }) => state === 'down').map(({ slug, lastBeat }) => [slug, lastBeat]));
}

/** Parses the file. A missing or invalid file counts as empty. */
function announcedIn(text: string | null): Announced {
  try {
    return announcedSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return { down: [] };
  }
}

/** Replaces a stored time that is too far in the future. Otherwise a clock that was wrong for a minute could suppress the page for long. */
function believed(page: DailyPage, announced: Announced, due: PendingAnnouncements['due']): Partial<Record<DailyPage, number>> {
  const at = announced[page];
  return at !== undefined && at - due[page] > NOT_BELIEVED_MS ? { [page]: due[page] } : {};
}

/**
 * Returns the announcements that were not made yet. A missed page is shown once, however long ago it was due. On the first run no page
 * counts as missed. @param text content of the file; `null` if there is none
 */
export function planAnnouncements(text: string | null, { due, down }: PendingAnnouncements): AnnouncementPlan {
  const remembered = announcedIn(text);
  const announced = { ...remembered, ...believed('briefing', remembered, due), ...believed('review', remembered, due) };
  const pages = DAILY.filter((page) => due[page] > (announced[page] ?? Number.POSITIVE_INFINITY)).sort(
    (one, other) => due[one] - due[other],
  );
  const known = new Map(announced.down);
  const fresh = [...down].filter(([slug, lastBeat]) => known.get(slug) !== lastBeat);
  // A clock that is set back must not make a page due again.
  const latest = Object.fromEntries(DAILY.map((page) => [page, Math.max(due[page], announced[page] ?? 0)]));
  const next = `${JSON.stringify({ ...latest, down: [...down] })}\n`;
  return next === text ? NOTHING : { pages, down: fresh.map(([slug]) => slug), text: next };
}
