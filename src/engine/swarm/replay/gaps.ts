import { adviceForMissingEnd, describeMissing } from '../../log/segments/missing.ts';
import { CortexError } from '../../platform/errors.ts';
import type { CompleteHistory, Gap } from './complete-history.ts';
import { formatPosition, isAtOrBefore, type Moment, tooEarlyError } from './moment.ts';

function inWords(gaps: readonly Gap[]): string {
  const places = gaps.map(({ segment, missing }) => {
    return missing === null ? `the end of ${segment} is damaged` : describeMissing(missing);
  });
  return `the log is broken: ${places.join(', and ')}`;
}

/** The gaps after which the log continues. */
const closed = ({ gaps }: CompleteHistory) => gaps.filter(({ until }) => until !== null);

/** @throws CortexError `not-found` for a moment before the earliest that is left, naming that one and what is missing */
export function requireInHistory(moment: Moment, history: CompleteHistory): void {
  const { from } = history;
  if (from !== null && !isAtOrBefore(moment, from)) throw tooEarlyError(moment, from, inWords(closed(history)));
}

/** Returns a message about where the history begins, if it begins after a gap; else none. */
export function missingBefore(history: CompleteHistory): string[] {
  return history.from === null ? [] : [`the history begins with ${formatPosition(history.from)}, because ${inWords(closed(history))}`];
}

/** Returns a message about what is missing after the last readable record; none if nothing is. */
export function missingAtEnd({ gaps }: CompleteHistory): string[] {
  const open = gaps.filter(({ until }) => until === null);
  return open.length === 0 ? [] : [`${inWords(open)}; later records are unknown`];
}

/** @throws CortexError `broken-file` if the log does not reach the present */
export function requireEnd(directory: string, history: CompleteHistory): void {
  const [problem] = missingAtEnd(history);
  if (problem === undefined) return;
  throw new CortexError('broken-file', problem, { file: directory, next: `Choose an earlier moment. ${adviceForMissingEnd(directory)}` });
}
