import { showTime, timeOf } from '../../crtx/typed/typed-time.ts';
import { CortexError } from '../../platform/errors.ts';

/** A moment of a swarm's past: behind a record of its log, or a time in milliseconds since 1970 UTC. */
export type Moment = { readonly ordinal: number } | { readonly time: number };

/** A place in the log: an ordinal, and its effective time. */
export interface LogPlace {
  readonly ordinal: number;
  readonly time: number;
}

/** Whether a record is part of what had happened by then. */
export function isUpTo(moment: Moment, { ordinal, time }: LogPlace): boolean {
  return 'ordinal' in moment ? ordinal <= moment.ordinal : time <= moment.time;
}

/**
 * A moment as it is typed: an ordinal, a time, or how long ago.
 * @param now milliseconds since 1970 UTC
 * @throws CortexError `invalid-input`
 */
export function momentOf(text: string, now: number): Moment {
  return /^\d{1,20}$/.test(text) ? { ordinal: Number(text) } : { time: timeOf(text, now) };
}

function shown(moment: Moment): string | number {
  return 'ordinal' in moment ? moment.ordinal : showTime(moment.time);
}

/** A place as both kinds of moment. */
export function showPlace({ ordinal, time }: LogPlace): string {
  return `${ordinal} (${showTime(time)})`;
}

/**
 * @param earliest `null` when nothing is left at all
 * @param why the history begins there, in words; empty when nothing is wrong
 */
export function tooEarly(moment: Moment, earliest: LogPlace | null, why = ''): CortexError {
  if (earliest === null) return noPast();
  return new CortexError('not-found', `the history does not go back so far${why === '' ? '' : `: ${why}`}`, {
    value: shown(moment),
    allowed: `${showPlace(earliest)} or later`,
    next: 'Ask for a later moment.',
  });
}

function noPast(): CortexError {
  return new CortexError('not-found', 'there is no history of a swarm here', {
    next: 'It begins with the first operation on a swarm or a lock in this folder.',
  });
}

/** Of two moments of which the first should not be the later one. */
export function crossed(from: Moment, to: Moment): CortexError {
  return new CortexError('invalid-input', 'the beginning is later than the end', {
    value: `${shown(from)} to ${shown(to)}`,
    next: 'Exchange the two: what changed is asked for from the earlier moment to the later one.',
  });
}

/** @param latest the end of the log */
export function notYet(moment: Moment, latest: LogPlace): CortexError {
  return new CortexError('not-found', 'this moment has not come yet', {
    value: shown(moment),
    allowed: `${showPlace(latest)} or earlier`,
    next: 'Ask for an earlier moment.',
  });
}
