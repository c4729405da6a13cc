import type { Runtime } from '../platform/runtime.ts';
import type { AdoptionPlace, CoreState, Place } from './core-state.ts';
import type { Loggable, LogMachine } from './machine.ts';
import { decodeLine } from './record.ts';
import { LogReader } from './segments/reader.ts';
import { readSpan } from './segments/segment.ts';

/** How many publications a foreign edit without a checksum of ours is compared with. */
const CANDIDATES = 32;

interface HistoryOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
}

/** An operation that a record held, and where. */
export interface Applied<Operation> {
  readonly operation: Operation;
  readonly place: Place;
}

/** What a replay shows: the state at its beginning, and behind every record. Shown anew if the reading had to begin anew. */
interface Visitor<Operation, State> {
  begin?(): void;
  visit(state: State, core: CoreState, applied: Applied<Operation> | null): void;
  /** Whether a record is still to be shown; the first that is not ends the reading before it is applied. */
  wants?(place: Place): boolean;
}

/** Where a reading begins: at the oldest place from which the log is whole, or at the latest that is early enough. */
export type Beginning = 'oldest' | ((place: CoreState) => boolean);

/** Thrown out of a reading that has shown what was wanted. */
class Enough extends Error {}

/**
 * Reads a log from an earlier place on, and writes nothing.
 * @returns what was skipped; `null` when there is nothing that early, and nothing was shown
 * @throws CortexError when the log cannot be read
 */
export function replay<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  from: Beginning,
  visitor: Visitor<Operation, State>,
): readonly string[] | null {
  const { machine } = options;
  const requireWanted = (place: Place) => {
    if (visitor.wants?.(place) === false) throw new Enough();
  };
  const reader: LogReader<Operation, State, Answer> = new LogReader(runtime, {
    ...options,
    machine: {
      ...machine,
      apply: (state, operation, place) => {
        requireWanted(place);
        return machine.apply(state, operation, place);
      },
    },
    from,
    opened: () => {
      visitor.begin?.();
      visitor.visit(reader.state, reader.core, null);
    },
    observe: (_record, place, operation) => {
      if (operation === null) requireWanted(place);
      visitor.visit(reader.state, reader.core, operation && { operation, place });
    },
  });
  try {
    reader.refresh();
    return reader.segment === null ? null : reader.problems;
  } catch (error) {
    if (error instanceof Enough) return reader.problems;
    throw error;
  } finally {
    reader.close();
  }
}

/**
 * Finds the content that a foreign file was made from. Candidates are the publication with the `header.checksum` that the
 * file still carries, or else the recent publication that is nearest to it; and what became of that one by adoptions, for
 * somebody who edits a file twice carries the first edit along. Reads the log from the checkpoint before the candidates.
 * @param core of the log as it is now
 * @param measure gives the distance between the file and a candidate, and notes the nearest
 */
export function visitBases<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  core: Readonly<CoreState>,
  { checksum, written }: { readonly checksum: string; readonly written: number },
  measure: (state: State) => number,
): void {
  const publications = core.publications();
  const exact = publications.findLast((publication) => publication.checksum === checksum);
  const recent = publications.slice(-CANDIDATES).map(({ upTo }) => upTo);
  const origin = exact?.upTo ?? nearest(runtime, options, recent, measure);
  // What was adopted while that publication went in is behind it in the log, and not in its file: whoever edits the file does not carry it.
  // Nor does a file show what was written later than itself: of several that one editor has written an older one may be adopted last.
  const carried = core.adoptionsSince(origin, exact === undefined ? null : checksum, written);
  const adoptions = carried.map((place) => operationAt(runtime, options, place));
  if (!adoptions.includes(null))
    visitAdopted(
      runtime,
      options,
      origin,
      adoptions.filter((each) => each !== null),
      measure,
    );
}

/** The ordinal behind which the state is nearest; 0, the empty state, when there is no publication. */
function nearest<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  publications: readonly number[],
  measure: (state: State) => number,
): number {
  const ordinals = new Set(publications);
  let best = { ordinal: 0, distance: Number.POSITIVE_INFINITY };
  const first = Math.min(...publications);
  replay(runtime, options, ({ ordinal }) => ordinal <= first, {
    visit: (state, { ordinal }) => {
      if (!ordinals.has(ordinal)) return;
      const distance = measure(state);
      if (distance <= best.distance) best = { ordinal, distance };
    },
  });
  return best.ordinal;
}

/** The operation of an adoption, read where it stands; `null` when that was swept. */
function operationAt<Operation extends Loggable, State, Answer>(
  { fs }: Runtime,
  { directory, machine }: HistoryOptions<Operation, State, Answer>,
  { ordinal, time, span }: AdoptionPlace,
): Applied<Operation> | null {
  const bytes = readSpan(fs, directory, span);
  const record = bytes === null ? null : decodeLine(bytes.subarray(1));
  const operation = record?.op === 'adopt' ? machine.parse(record) : null;
  return record === null || operation === null ? null : { operation, place: { ordinal, time, id: record.id } };
}

/** The state behind an ordinal; `null` when nothing that early is left. */
function stateBehind<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  last: number,
): State | null {
  let found: State | null = null;
  replay(runtime, options, ({ ordinal }) => ordinal <= last, {
    begin: () => {
      found = null;
    },
    wants: ({ ordinal }) => ordinal <= last,
    visit: (state, { ordinal }) => {
      if (ordinal === last) found = state;
    },
  });
  return found;
}

/**
 * Shows the state behind `origin`, and what it becomes by later adoptions. Most editors carry all along that was adopted, and change one
 * thing: comparing is dear, so what is as near as that ends the search. Others carry what they adopted themselves, and nothing of the
 * rest: an adoption counts if the state is nearer with it. The last shown is the one that the fewest of them made.
 */
function visitAdopted<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  origin: number,
  adoptions: readonly Applied<Operation>[],
  measure: (state: State) => number,
): void {
  const { machine } = options;
  const all = stateBehind(runtime, options, origin);
  if (all === null) return;
  for (const { operation, place } of adoptions) machine.apply(all, operation, place);
  if (measure(all) <= 1 || adoptions.length === 0) return;
  const base = stateBehind(runtime, options, origin);
  if (base === null) return;
  let carried: { readonly state: State; readonly distance: number } = { state: base, distance: measure(base) };
  for (const { operation, place } of adoptions) {
    const state = machine.restore(JSON.parse(JSON.stringify(machine.snapshot(carried.state))));
    machine.apply(state, operation, place);
    const distance = measure(state);
    if (distance < carried.distance) carried = { state, distance };
  }
  measure(carried.state);
}
