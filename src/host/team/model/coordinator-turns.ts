import { Cron } from 'croner';
import * as z from 'zod';
import { OWN_ZONE } from '../../../engine/platform/zoned-time.ts';
import type { AgentStatus } from '../../../engine/team/index.ts';

/** What a coordinator tells of a day, in this order (seed 5, "Daily briefing", "Daily review"). */
export const DAILY = ['briefing', 'review'] as const;
export type DailyPage = (typeof DAILY)[number];

/** What the windows of all editors have told, so that each thing is told once. Times are milliseconds since 1970 UTC. */
const announcedSchema = z.object({
  /** When the page was due that was shown last. */
  briefing: z.number().optional(),
  review: z.number().optional(),
  /** Agents that were said to be down, and when each was last seen: in pairs, as not every slug is safe as a key. */
  down: z.array(z.tuple([z.string(), z.number().nullable()])).default([]),
});
type Announced = z.infer<typeof announcedSchema>;

/** What there is to tell at a moment. */
export interface ToAnnounce {
  /** When each page was last due. */
  readonly due: Readonly<Record<DailyPage, number>>;
  /** Agents that are down, by slug, and when each was last seen. */
  readonly down: ReadonlyMap<string, number | null>;
}

/** What one window tells, as no other has told it. */
export interface Turn {
  /** In the order in which they were due. */
  readonly pages: readonly DailyPage[];
  /** Slugs. */
  readonly down: readonly string[];
  /** What is to be remembered of it; `null`: nothing new. */
  readonly text: string | null;
}

/** What was told so long after the day that is now was told by a clock that was wrong. */
const NOT_BELIEVED_MS = 2 * 86_400_000;

const NOTHING: Turn = { pages: [], down: [], text: null };

/** The last time that a clock has shown a time of day. @param time `HH:MM` @param timeZone an IANA name, or `OWN_ZONE` @param now milliseconds since 1970 UTC */
export function lastDue(time: string, timeZone: string, now: number): number {
  const [hour = '0', minute = '0'] = time.split(':');
  const options = { paused: true, ...(timeZone !== OWN_ZONE && { timezone: timeZone }) };
  const clock = new Cron(`${Number(minute)} ${Number(hour)} * * *`, options);
  // What is due at this very moment has been due.
  const [last] = clock.previousRuns(1, new Date(now + 1));
  return last?.getTime() ?? 0;
}

/** Who is down, as `ToTell` has it. */
export function downIn(agents: readonly AgentStatus[]): Map<string, number | null> {
  return new Map(agents.filter(({ state }) => state === 'down').map(({ slug, lastBeat }) => [slug, lastBeat]));
}

/** Nothing was told where there is no such text, or one that nobody can read. */
function announcedIn(text: string | null): Announced {
  try {
    return announcedSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return { down: [] };
  }
}

/** When a page was told last: nobody waits a year for the next, as a clock was a year ahead for a minute. */
function believed(page: DailyPage, announced: Announced, due: ToAnnounce['due']): Partial<Record<DailyPage, number>> {
  const at = announced[page];
  return at !== undefined && at - due[page] > NOT_BELIEVED_MS ? { [page]: due[page] } : {};
}

/**
 * What is to be told that was not told before. A page that was missed is made up for once, however long it was; before a coordinator was
 * there none was missed. @param text what is remembered; `null` where nothing is
 */
export function takeTurn(text: string | null, { due, down }: ToAnnounce): Turn {
  const remembered = announcedIn(text);
  const announced = { ...remembered, ...believed('briefing', remembered, due), ...believed('review', remembered, due) };
  const pages = DAILY.filter((page) => due[page] > (announced[page] ?? Number.POSITIVE_INFINITY)).sort(
    (one, other) => due[one] - due[other],
  );
  const known = new Map(announced.down);
  const fresh = [...down].filter(([slug, lastBeat]) => known.get(slug) !== lastBeat);
  // A clock that was set back does not make a page due again.
  const latest = Object.fromEntries(DAILY.map((page) => [page, Math.max(due[page], announced[page] ?? 0)]));
  const next = `${JSON.stringify({ ...latest, down: [...down] })}\n`;
  return next === text ? NOTHING : { pages, down: fresh.map(([slug]) => slug), text: next };
}
