import { showTime, timeOf } from '../../crtx/typed/typed-time.ts';
import { CortexError } from '../../platform/errors.ts';

/** A moment in a swarm's history: after a record of its log, or a time in milliseconds since 1970 UTC. */
export type Moment = { readonly ordinal: number } | { readonly time: number };

/** A position in the log: an ordinal and its effective time. */
export interface LogPlace {
  readonly ordinal: number;
  readonly time: number;
}

/** Reports whether a record is at or before a moment. */
export function isUpTo(moment: Moment, { ordinal, time }: LogPlace): boolean {
  return 'ordinal' in moment ? ordinal <= moment.ordinal : time <= moment.time;
}

/**
 * Parses a moment as typed: an ordinal, a time, or how long ago.
 * @param now milliseconds since 1970 UTC
 * @throws CortexError `invalid-input`
 */
export function momentOf(text: string, now: number): Moment {
  return /^\d{1,20}$/.test(text) ? { ordinal: Number(text) } : { time: timeOf(text, now) };
}

function shown(moment: Moment): string | number {
  return 'ordinal' in moment ? moment.ordinal : showTime(moment.time);
}

/** Formats a position as the kind of moment that was typed. */
function shownLike(moment: Moment, { ordinal, time }: LogPlace): string | number {
  return shown('ordinal' in moment ? { ordinal } : { time });
}

/** Formats a position as both kinds of moment. */
export function showPlace({ ordinal, time }: LogPlace): string {
  return `${ordinal} (${showTime(time)})`;
}

/**
 * Returns the error for a moment before the history begins.
 * @param earliest `null` if there is no history
 * @param why the reason why the history begins there; empty if nothing is missing
 */
export function tooEarly(moment: Moment, earliest: LogPlace | null, why = ''): CortexError {
  if (earliest === null) return noPast();
  const begins = `the history starts at ${shownLike(moment, earliest)}`;
  return new CortexError('not-found', `${begins}${why === '' ? '' : `, because ${why}`}`, {
    value: shown(moment),
    next: 'Choose a later moment.',
  });
}

function noPast(): CortexError {
  return new CortexError('not-found', 'there is no history of a swarm here', {
    next: 'It begins with the first operation on a swarm or a lock in this folder.',
  });
}

/** Returns the error for a beginning that is later than the end. */
export function crossed(from: Moment, to: Moment): CortexError {
  return new CortexError('invalid-input', 'the beginning is later than the end', {
    value: `${shown(from)} to ${shown(to)}`,
    next: 'Swap the two moments.',
  });
}

/** Returns the error for a moment in the future. @param latest the end of the log */
export function notYet(moment: Moment, latest: LogPlace): CortexError {
  return new CortexError('not-found', 'this moment is in the future', {
    value: shown(moment),
    allowed: `${shownLike(moment, latest)} or earlier`,
    next: 'Choose an earlier moment.',
  });
}
