import type { ReplayStart } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Change } from './change.ts';
import type { ChangeQuery } from './change-page.ts';
import { ChangeReader } from './change-reader.ts';
import { type CompleteHistory, findCompleteHistory } from './complete-history.ts';
import { missingAtEnd, missingBefore, requireEnd, requireInHistory } from './gaps.ts';
import { isAtOrBefore, type LogPosition, type Moment, tooEarlyError } from './moment.ts';
import { earliestMoment } from './past.ts';

export interface ChangeList {
  /** In log order, the newest last. */
  readonly changes: readonly Change[];
  /** Cursor for the changes after these; `null` if there are none. */
  readonly next: string | null;
  /** Cursor for the changes before these, if the query has no beginning; `null` if there are none. */
  readonly earlier: string | null;
  /** Records that were skipped, and gaps in the history. */
  readonly problems: readonly string[];
}

/**
 * Lists what changed in a swarm. Writes nothing (docs/decisions/0009-replay.md).
 * A beginning earlier than the first record means all changes. Without a log there are no changes.
 * @param directory the swarm's log
 * @throws CortexError `not-found` for a moment before the earliest that is left or after the latest, naming it; `invalid-input` for a
 * beginning that is later than the end; or when the log cannot be read
 */
export function listChanges(runtime: Runtime, directory: string, query: ChangeQuery): ChangeList {
  const history = findCompleteHistory(runtime, directory);
  const beginning = query.after ?? query.from;
  if (beginning === null) return lastChanges(runtime, directory, query, history);
  requireInHistory(beginning, history);
  const { first, list } = changesFrom(runtime, directory, query, (place) => isAtOrBefore(beginning, place));
  // In a complete log the replay starts before the first record, so any earlier beginning means all. A cursor is never that early.
  const isReached = query.after === null || isAtOrBefore(beginning, first);
  if (list === null) requireEnd(directory, history);
  if (list !== null && first.ordinal > 0 && isReached) return shown(list, missingAtEnd(history));
  // The replay reached the first record without changes, so the question is about what was before it.
  const moment = list === null || query.after !== null ? beginning : (query.to ?? beginning);
  return nothingSince(moment, query, earliestMoment(runtime, directory, history));
}

const NOTHING: ChangeList = { changes: [], next: null, earlier: null, problems: [] };

/** Returns no changes if there never was a log. A cursor into a missing log is an error. */
function nothingSince(moment: Moment, { after }: ChangeQuery, earliest: LogPosition | null): ChangeList {
  if (earliest === null && after === null) return NOTHING;
  throw tooEarlyError(moment, earliest);
}

/** Returns the end of the list, or `null` if it has none. */
const endOf = ({ before, to }: ChangeQuery): Moment | null => (before == null ? to : { ordinal: before.ordinal });

/** Lists the last changes. The newest part of the log is usually enough; otherwise the whole log is read. */
function lastChanges(runtime: Runtime, directory: string, query: ChangeQuery, history: CompleteHistory): ChangeList {
  const { limit } = query;
  const to = endOf(query);
  if (to !== null) requireInHistory(to, history);
  const newest = changesFrom(runtime, directory, query, (place) => to === null || isAtOrBefore(to, place));
  if (newest.list !== null && newest.list.earlier !== null) return shown(newest.list, missingAtEnd(history));
  const { first, list } = changesFrom(runtime, directory, query, history.beginning);
  if (list === null) {
    requireEnd(directory, history);
    return NOTHING;
  }
  const isReached = first.ordinal > 0 && (to === null || isAtOrBefore(to, first));
  if (isReached) return shown(list, [...(list.changes.length < limit ? missingBefore(history) : []), ...missingAtEnd(history)]);
  return to === null ? NOTHING : nothingSince(to, query, earliestMoment(runtime, directory, history));
}

/** Reads the changes from a beginning; `list` is `null` if the log has nothing that early. */
function changesFrom(runtime: Runtime, directory: string, query: ChangeQuery, beginning: ReplayStart) {
  const reader = new ChangeReader(runtime, query);
  const problems = reader.read(directory, beginning);
  const { first, page } = reader;
  return { first, list: problems === null ? null : { changes: page.changes, next: page.next, earlier: page.earlier, problems } };
}

const shown = (list: ChangeList, more: readonly string[]): ChangeList => ({ ...list, problems: [...list.problems, ...more] });
