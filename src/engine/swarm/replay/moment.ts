import { parseTypedTime, showTime } from '../../crtx/typed/typed-time.ts';
import { CortexError } from '../../platform/errors.ts';

/** A moment in a swarm's history: after a record of its log, or a time in milliseconds since 1970 UTC. */
export type Moment = { readonly ordinal: number } | { readonly time: number };

/** A position in the log: an ordinal and its effective time. */
export interface LogPosition {
  readonly ordinal: number;
  readonly time: number;
}

/** Reports whether a record is at or before a moment. */
export function isAtOrBefore(moment: Moment, { ordinal, time }: LogPosition): boolean {
  return 'ordinal' in moment ? ordinal <= moment.ordinal : time <= moment.time;
}

/**
 * Parses a moment as typed: an ordinal, a time, or how long ago.
 * @param now milliseconds since 1970 UTC
 * @throws CortexError `invalid-input`
 */
export function parseMoment(text: string, now: number): Moment {
  return /^\d{1,20}$/.test(text) ? { ordinal: Number(text) } : { time: parseTypedTime(text, now) };
}

function shown(moment: Moment): string | number {
  return 'ordinal' in moment ? moment.ordinal : showTime(moment.time);
}

/** Formats a position as the kind of moment that was typed. */
function shownLike(moment: Moment, { ordinal, time }: LogPosition): string | number {
  return shown('ordinal' in moment ? { ordinal } : { time });
}

/** Formats a position as both kinds of moment. */
export function formatPosition({ ordinal, time }: LogPosition): string {
  return `${ordinal} (${showTime(time)})`;
}

/**
 * Returns the error for a moment before the history begins.
 * @param earliest `null` if there is no history
 * @param why the reason why the history begins there; empty if nothing is missing
 */
export function tooEarlyError(moment: Moment, earliest: LogPosition | null, why = ''): CortexError {
  if (earliest === null) return noHistoryError();
  const begins = `the history starts at ${shownLike(moment, earliest)}`;
  return new CortexError('not-found', `${begins}${why === '' ? '' : `, because ${why}`}`, {
    value: shown(moment),
    next: 'Choose a later moment.',
  });
}

function noHistoryError(): CortexError {
  return new CortexError('not-found', 'there is no history of a swarm here', {
    next: 'It begins with the first operation on a swarm or a lock in this folder.',
  });
}

/** Returns the error for a beginning that is later than the end. */
export function crossedRangeError(from: Moment, to: Moment): CortexError {
  return new CortexError('invalid-input', 'the beginning is later than the end', {
    value: `${shown(from)} to ${shown(to)}`,
    next: 'Swap the two moments.',
  });
}

/** Returns the error for a moment in the future. @param latest the end of the log */
export function futureMomentError(moment: Moment, latest: LogPosition): CortexError {
  return new CortexError('not-found', 'this moment is in the future', {
    value: shown(moment),
    allowed: `${shownLike(moment, latest)} or earlier`,
    next: 'Choose an earlier moment.',
  });
}
