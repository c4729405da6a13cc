import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Change } from './change.ts';
import { type ChangeList, listChanges } from './change-list.ts';
import { type Cursor, decodeCursor } from './cursor.ts';
import type { Moment } from './moment.ts';
import { earliestMoment, stateAt } from './past.ts';

/** Where a list of changes begins: after the cursor of a change if there is one, else after a time in milliseconds since 1970 UTC. */
export interface ChangesBegin {
  readonly after: string | null;
  readonly time: number;
}

/** Number of changes that are read at once. */
const PAGE = 10_000;

function page(runtime: Runtime, directory: string, from: Moment | null, after: Cursor | null): ChangeList {
  return listChanges(runtime, directory, { from, after, to: null, limit: PAGE });
}

/** Returns the changes after a time, or after the earliest moment that is left if that is later. */
function pageFrom(runtime: Runtime, directory: string, time: number, warn: (warning: string) => void): ChangeList {
  try {
    return page(runtime, directory, { time: Math.min(time, runtime.clock.now()) }, null);
  } catch (error) {
    const earliest = error instanceof CortexError && error.code === 'not-found' ? earliestMoment(runtime, directory) : null;
    if (earliest === null) throw error;
    warn(describeError(error));
    return page(runtime, directory, { ordinal: earliest.ordinal }, null);
  }
}

function firstPage(runtime: Runtime, directory: string, { after, time }: ChangesBegin, warn: (warning: string) => void): ChangeList {
  if (after === null) return pageFrom(runtime, directory, time, warn);
  const cursor = decodeCursor(after);
  try {
    // After the log was deleted, another one has other records with these numbers, which are later.
    const isAnother = stateAt(runtime, directory, { ordinal: cursor.ordinal }).at.time > time;
    return isAnother ? pageFrom(runtime, directory, time, warn) : page(runtime, directory, null, cursor);
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return pageFrom(runtime, directory, time, warn);
    throw error;
  }
}

/**
 * Yields all changes of a swarm and its locks since a place, in log order. Writes nothing.
 * @param directory the swarm's log
 * @param warn receives what is missing: records that were skipped, and history that is not there any more
 * @throws CortexError when the log cannot be read
 */
export function* changesSince(
  runtime: Runtime,
  directory: string,
  begin: ChangesBegin,
  warn: (warning: string) => void,
): Generator<Change, void> {
  let found = firstPage(runtime, directory, begin, warn);
  for (;;) {
    found.problems.forEach(warn);
    yield* found.changes;
    if (found.next === null) return;
    found = page(runtime, directory, null, decodeCursor(found.next));
  }
}
