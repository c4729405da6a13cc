import type { Beginning } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Change } from './change.ts';
import type { ChangeQuery } from './change-page.ts';
import { ChangeReader } from './change-reader.ts';
import { missingAtEnd, missingBefore, requireEnd, requireLeft } from './gaps.ts';
import { isUpTo, type LogPlace, type Moment, tooEarly } from './moment.ts';
import { earliestMoment } from './past.ts';
import { type WholeHistory, wholeHistory } from './whole-history.ts';

export interface ChangeList {
  /** In the log's order, the newest last. */
  readonly changes: readonly Change[];
  /** Leads to the changes behind these; `null` when there are none. */
  readonly next: string | null;
  /** Leads to the changes in front of these, where no beginning was named; `null` when there are none. */
  readonly earlier: string | null;
  /** What was skipped. */
  readonly problems: readonly string[];
}

/**
 * What changed in a swarm. Writes nothing (docs/decisions/0009-replay.md).
 * A beginning before all that ever was means all; without a log there are no changes.
 * @param directory the swarm's log
 * @throws CortexError `not-found` before the earliest moment that is left and behind the latest, naming it; `invalid-input` for a beginning
 *   that is later than the end; or when the log cannot be read
 */
export function listChanges(runtime: Runtime, directory: string, query: ChangeQuery): ChangeList {
  const history = wholeHistory(runtime, directory);
  const beginning = query.after ?? query.from;
  if (beginning === null) return lastChanges(runtime, directory, query, history);
  requireLeft(beginning, history);
  const { first, list } = changesFrom(runtime, directory, query, (place) => isUpTo(beginning, place));
  // A log of which nothing is gone is read from before its first record: whatever is earlier means all. No cursor is earlier.
  const isReached = query.after === null || isUpTo(beginning, first);
  if (list === null) requireEnd(directory, history);
  if (list !== null && first.ordinal > 0 && isReached) return shown(list, missingAtEnd(history));
  // A log that was read up to its first record, and shows none, is asked for what was before it.
  const moment = list === null || query.after !== null ? beginning : (query.to ?? beginning);
  return nothingSince(moment, query, earliestMoment(runtime, directory, history));
}

const NOTHING: ChangeList = { changes: [], next: null, earlier: null, problems: [] };

/** Where there never was a log, nothing changed; but a place in it cannot be known there. */
function nothingSince(moment: Moment, { after }: ChangeQuery, earliest: LogPlace | null): ChangeList {
  if (earliest === null && after === null) return NOTHING;
  throw tooEarly(moment, earliest);
}

/** What ends a list, if something does. */
const endOf = ({ before, to }: ChangeQuery): Moment | null => (before == null ? to : { ordinal: before.ordinal });

/** The newest part of the log mostly has enough of them; else all of it is looked at. */
function lastChanges(runtime: Runtime, directory: string, query: ChangeQuery, history: WholeHistory): ChangeList {
  const { limit } = query;
  const to = endOf(query);
  if (to !== null) requireLeft(to, history);
  const newest = changesFrom(runtime, directory, query, (place) => to === null || isUpTo(to, place));
  if (newest.list !== null && newest.list.earlier !== null) return shown(newest.list, missingAtEnd(history));
  const { first, list } = changesFrom(runtime, directory, query, history.beginning);
  if (list === null) {
    requireEnd(directory, history);
    return NOTHING;
  }
  const isReached = first.ordinal > 0 && (to === null || isUpTo(to, first));
  if (isReached) return shown(list, [...(list.changes.length < limit ? missingBefore(history) : []), ...missingAtEnd(history)]);
  return to === null ? NOTHING : nothingSince(to, query, earliestMoment(runtime, directory, history));
}

/** `list` is `null` when there is nothing so early. */
function changesFrom(runtime: Runtime, directory: string, query: ChangeQuery, beginning: Beginning) {
  const reader = new ChangeReader(runtime, query);
  const problems = reader.read(directory, beginning);
  const { first, page } = reader;
  return { first, list: problems === null ? null : { changes: page.changes, next: page.next, earlier: page.earlier, problems } };
}

const shown = (list: ChangeList, more: readonly string[]): ChangeList => ({ ...list, problems: [...list.problems, ...more] });
