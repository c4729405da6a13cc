import { replay } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { swarmMachine } from '../state/machine.ts';
import { createSwarmState, type SwarmState } from '../state/state.ts';
import { findCompleteHistory } from './complete-history.ts';
import { missingAtEnd, requireEnd, requireInHistory } from './gaps.ts';
import { futureMomentError, isAtOrBefore, type LogPosition, type Moment, tooEarlyError } from './moment.ts';

/** A swarm at an earlier moment. */
export interface PastState {
  readonly state: SwarmState;
  /** Ordinal of the last record that is included, and the time of the moment. Locks and waits that expired by then no longer count. */
  readonly at: LogPosition;
  /** Records that were skipped, and gaps in the history. */
  readonly problems: readonly string[];
}

/** The position before the first record. */
export const BEGINNING: LogPosition = { ordinal: 0, time: 0 };

/** Returns the earliest moment that is left of a log; `null` if there is none. @param directory the swarm's log */
export function earliestMoment(
  runtime: Runtime,
  directory: string,
  { beginning } = findCompleteHistory(runtime, directory),
): LogPosition | null {
  let found = BEGINNING;
  replay(runtime, { directory, machine: swarmMachine }, beginning, {
    // The first segment has no checkpoint, so there the first record is the earliest moment.
    visit: (_state, { ordinal, time }) => {
      if (found.ordinal === 0) found = { ordinal, time };
    },
    wants: () => found.ordinal === 0,
  });
  return found.ordinal === 0 ? null : found;
}

/**
 * Returns the state of a swarm at a moment. Writes nothing (docs/decisions/0009-replay.md).
 * @param directory the swarm's log
 * @throws CortexError `not-found` for a moment before the earliest or after the latest, naming it; or when the log cannot be read
 */
export function stateAt(runtime: Runtime, directory: string, moment: Moment): PastState {
  const history = findCompleteHistory(runtime, directory);
  requireInHistory(moment, history);
  let state = createSwarmState();
  let last = BEGINNING;
  let isWithin = false;
  const problems = replay(runtime, { directory, machine: swarmMachine }, (place) => isAtOrBefore(moment, place), {
    begin: () => {
      isWithin = false;
    },
    visit: (shown, { ordinal, time }) => {
      state = shown;
      last = { ordinal, time };
    },
    wants: (place) => {
      isWithin = !isAtOrBefore(moment, place);
      return !isWithin;
    },
  });
  if (problems === null) requireEnd(directory, history);
  if (problems === null || last.ordinal === 0) throw tooEarlyError(moment, earliestMoment(runtime, directory, history));
  if (!isWithin) requirePastMoment(moment, last, runtime.clock.now());
  return {
    state,
    at: { ordinal: last.ordinal, time: 'time' in moment ? moment.time : last.time },
    problems: [...problems, ...missingAtEnd(history)],
  };
}

/** @param end the last record @throws CortexError `not-found` for a moment after both the end of the log and now */
export function requirePastMoment(moment: Moment, end: LogPosition, now: number): void {
  const latest = { ordinal: end.ordinal, time: Math.max(end.time, now) };
  const hasCome = 'ordinal' in moment ? moment.ordinal <= latest.ordinal : moment.time <= latest.time;
  if (!hasCome) throw futureMomentError(moment, latest);
}
