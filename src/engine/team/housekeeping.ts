import { isDayAlone, parseInstant } from '../platform/zoned-time.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { findSection, parseSections } from '../text/markdown/sections.ts';
import { newestSession, sessionsIn } from './notes/session-log.ts';
import { parseQueue, type QueueShape, type QueueTask } from './queue/queue.ts';

const DAY_MS = 86_400_000;
/** How long done tasks are kept, in milliseconds (seed 5, "Housekeeping"). */
const KEPT_MS = 7 * DAY_MS;

export interface CurrentTime {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timeZone: string;
}

/** Reports whether a task is done and old, by its completion or else by the time in its heading. A task without a readable time is kept. */
function isOld({ state, completed, heading, conflict }: QueueTask, { now, timeZone }: CurrentTime): boolean {
  if (state !== 'done' || conflict !== null) return false;
  const when = completed ?? heading;
  const at = parseInstant(when, timeZone);
  // A day without a time counts until its end.
  return at !== null && now - at > KEPT_MS + (isDayAlone(when) ? DAY_MS : 0);
}

/** Returns the tasks that housekeeping removes from a work queue. */
export function findOldTasks(text: string, shape: QueueShape, now: CurrentTime): QueueTask[] {
  return parseQueue(text, shape).filter((task) => isOld(task, now));
}

/** Removes the tasks that were done over 7 days ago. All other text stays unchanged. */
export function pruneQueue(text: string, shape: QueueShape, now: CurrentTime): string {
  // From the end, so that the offsets of earlier tasks stay valid.
  return findOldTasks(text, shape, now)
    .toReversed()
    .reduce((left, { range: { from, to } }) => left.slice(0, from) + left.slice(to), text);
}

/** Returns the entries that housekeeping removes from a session log: all but the newest. */
export function findOldSessions(text: string): string[] {
  if (mergeConflicts(text).length > 0) return [];
  const entries = sessionsIn(text, findSection(parseSections(text), 'Session Log'));
  const newest = newestSession(entries);
  return entries.filter((entry) => entry !== newest).map((entry) => entry.text);
}
