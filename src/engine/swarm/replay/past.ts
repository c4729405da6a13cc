import { replay } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { swarmMachine } from '../state/machine.ts';
import { createSwarmState, type SwarmState } from '../state/state.ts';
import { missingAtEnd, requireEnd, requireLeft } from './gaps.ts';
import { isUpTo, type LogPlace, type Moment, notYet, tooEarly } from './moment.ts';
import { wholeHistory } from './whole-history.ts';

/** A swarm as it was. */
export interface Past {
  readonly state: SwarmState;
  /** The last record that is part of it, and the moment's own time: what has run out by then is not there any more. */
  readonly at: LogPlace;
  /** What was skipped. */
  readonly problems: readonly string[];
}

/** Before the first record. */
export const BEGINNING: LogPlace = { ordinal: 0, time: 0 };

/** The earliest moment that is left of a log; `null` when nothing is. @param directory the swarm's log */
export function earliestMoment(runtime: Runtime, directory: string, { beginning } = wholeHistory(runtime, directory)): LogPlace | null {
  let found = BEGINNING;
  replay(runtime, { directory, machine: swarmMachine }, beginning, {
    // The first segment begins with nothing; its first record is the earliest moment then.
    visit: (_state, { ordinal, time }) => {
      if (found.ordinal === 0) found = { ordinal, time };
    },
    wants: () => found.ordinal === 0,
  });
  return found.ordinal === 0 ? null : found;
}

/**
 * The state of a swarm at a moment. Writes nothing (docs/decisions/0009-replay.md).
 * @param directory the swarm's log
 * @throws CortexError `not-found` before the earliest moment and behind the latest, naming it; or when the log cannot be read
 */
export function stateAt(runtime: Runtime, directory: string, moment: Moment): Past {
  const history = wholeHistory(runtime, directory);
  requireLeft(moment, history);
  let state = createSwarmState();
  let last = BEGINNING;
  let isWithin = false;
  const problems = replay(runtime, { directory, machine: swarmMachine }, (place) => isUpTo(moment, place), {
    begin: () => {
      isWithin = false;
    },
    visit: (shown, { ordinal, time }) => {
      state = shown;
      last = { ordinal, time };
    },
    wants: (place) => {
      isWithin = !isUpTo(moment, place);
      return !isWithin;
    },
  });
  if (problems === null) requireEnd(directory, history);
  if (problems === null || last.ordinal === 0) throw tooEarly(moment, earliestMoment(runtime, directory, history));
  if (!isWithin) requireCome(moment, last, runtime.clock.now());
  return {
    state,
    at: { ordinal: last.ordinal, time: 'time' in moment ? moment.time : last.time },
    problems: [...problems, ...missingAtEnd(history)],
  };
}

/** @param end the last record @throws CortexError `not-found` for a moment behind both the log's end and now */
export function requireCome(moment: Moment, end: LogPlace, now: number): void {
  const latest = { ordinal: end.ordinal, time: Math.max(end.time, now) };
  const hasCome = 'ordinal' in moment ? moment.ordinal <= latest.ordinal : moment.time <= latest.time;
  if (!hasCome) throw notYet(moment, latest);
}
