import type { Beginning } from '../../kernel/log/history.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Change } from './change.ts';
import type { ChangeQuery } from './change-page.ts';
import { ChangeReader } from './change-reader.ts';
import { isUpTo, type LogPlace, type Moment, tooEarly } from './moment.ts';
import { earliestMoment } from './past.ts';

export interface ChangeList {
  /** In the log's order, the newest last. */
  readonly changes: readonly Change[];
  /** Leads to the changes behind these; `null` when there are none. */
  readonly next: string | null;
  /** What was skipped. */
  readonly problems: readonly string[];
}

/**
 * What changed in a swarm. Writes nothing (docs/decisions/0009-replay.md).
 * A beginning before all that ever was means all; without a log there are no changes.
 * @param directory the swarm's log
 * @throws CortexError `not-found` before the earliest moment that is left, naming it, `invalid-input` behind the latest; or when the log
 *   cannot be read
 */
export function listChanges(runtime: Runtime, directory: string, query: ChangeQuery): ChangeList {
  const beginning = query.after ?? query.from;
  if (beginning === null) return lastChanges(runtime, directory, query);
  const reader = new ChangeReader(runtime, query);
  const problems = reader.read(directory, (place) => isUpTo(beginning, place));
  const { first, page } = reader;
  // A log of which nothing is gone is read from before its first record: whatever is earlier means all. No cursor is earlier.
  const isReached = query.after === null || isUpTo(beginning, first);
  if (problems !== null && first.ordinal > 0 && isReached) return { changes: page.changes, next: page.next, problems };
  return nothingSince(beginning, query, earliestMoment(runtime, directory));
}

const NOTHING: ChangeList = { changes: [], next: null, problems: [] };

/** Where there never was a log, nothing changed; but a place in it cannot be known there. */
function nothingSince(moment: Moment, { after }: ChangeQuery, earliest: LogPlace | null): ChangeList {
  if (earliest === null && after === null) return NOTHING;
  throw tooEarly(moment, earliest);
}

/** The newest part of the log mostly has enough of them; else all of it is looked at. */
function lastChanges(runtime: Runtime, directory: string, query: ChangeQuery): ChangeList {
  const { to, limit } = query;
  const beginnings: readonly Beginning[] = [(place) => to === null || isUpTo(to, place), 'oldest'];
  for (const beginning of beginnings) {
    const reader = new ChangeReader(runtime, query);
    const problems = reader.read(directory, beginning);
    const { changes, next } = reader.page;
    if (problems === null || (beginning !== 'oldest' && changes.length < limit)) continue;
    const { first } = reader;
    if (first.ordinal > 0 && (to === null || isUpTo(to, first))) return { changes, next, problems };
    if (to !== null) return nothingSince(to, query, earliestMoment(runtime, directory));
  }
  return NOTHING;
}
