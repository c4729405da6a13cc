import { instantOf, isDayAlone } from '../platform/zoned-time.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { sectionNamed, sectionsOf } from '../text/markdown/sections.ts';
import { newestSession, sessionsIn } from './notes/session-log.ts';
import { parseQueue, type QueueShape, type QueueTask } from './queue/queue.ts';

const DAY_MS = 86_400_000;
/** Done tasks are kept so long (seed 5, "Housekeeping"). */
const KEPT_MS = 7 * DAY_MS;

export interface Now {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timeZone: string;
}

/** Whether a task is done and old: by when it was completed, else by its heading's time. One whose times nobody can read is kept. */
function isOld({ state, completed, heading, conflict }: QueueTask, { now, timeZone }: Now): boolean {
  if (state !== 'done' || conflict !== null) return false;
  const when = completed ?? heading;
  const at = instantOf(when, timeZone);
  // What was done on a day may have been done at its end.
  return at !== null && now - at > KEPT_MS + (isDayAlone(when) ? DAY_MS : 0);
}

/** What housekeeping takes out of a work queue. */
export function oldTasks(text: string, shape: QueueShape, now: Now): QueueTask[] {
  return parseQueue(text, shape).filter((task) => isOld(task, now));
}

/** A work queue without the tasks that have been done for over 7 days; nothing else changes. */
export function prunedQueue(text: string, shape: QueueShape, now: Now): string {
  // From the end, so that the places of the others stay.
  return oldTasks(text, shape, now)
    .toReversed()
    .reduce((left, { range: { from, to } }) => left.slice(0, from) + left.slice(to), text);
}

/** The entries that housekeeping takes out of a session log: all but the newest. */
export function oldSessions(text: string): string[] {
  if (mergeConflicts(text).length > 0) return [];
  const entries = sessionsIn(text, sectionNamed(sectionsOf(text), 'Session Log'));
  const newest = newestSession(entries);
  return entries.filter((entry) => entry !== newest).map((entry) => entry.text);
}
