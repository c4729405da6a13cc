import type { Runtime } from '../platform/runtime.ts';
import type { AdoptionPosition } from './core-snapshot.ts';
import type { CoreState } from './core-state.ts';
import type { Loggable, LogMachine } from './machine.ts';
import { decodeLine, type LogRecord } from './record.ts';
import type { RecordPosition } from './record-place.ts';
import { LineCorrection } from './segments/line-correction.ts';
import { LogReader } from './segments/reader.ts';
import { readSpan } from './segments/segment.ts';

/** How many publications a foreign edit is compared with if it has no checksum of ours. */
const CANDIDATES = 32;

interface HistoryOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
}

/** An operation, and the place of its record. */
export interface AppliedOperation<Operation> {
  readonly operation: Operation;
  readonly place: RecordPosition;
}

/** Receives the state at the start of a replay and after every record. `begin` is called at the start, and when reading restarts. */
interface Visitor<Operation, State> {
  begin?(): void;
  visit(state: State, core: CoreState, applied: AppliedOperation<Operation> | null): void;
  /** Receives the state at the end of the log: damaged lines after the last record change its ordinal. */
  end?(state: State, core: CoreState): void;
  /** Returns whether to show a record. The first `false` ends the replay before that record is applied. */
  wants?(place: RecordPosition): boolean;
}

/** Start of a replay: the oldest place from which the log is complete, or the latest place that the function accepts as early enough. */
export type ReplayStart = 'oldest' | ((place: CoreState) => boolean);

/** Thrown to end a replay once the visitor wants no more records. */
class Enough extends Error {}

/**
 * Replays a log from an earlier place, and writes nothing.
 * @returns what was skipped; `null` if the log does not reach that far back, and nothing was shown
 * @throws CortexError if the log cannot be read
 */
export function replay<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  from: ReplayStart,
  visitor: Visitor<Operation, State>,
): readonly string[] | null {
  const { machine } = options;
  const requireWanted = (place: RecordPosition) => {
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
    if (reader.segment === null) return null;
    visitor.end?.(reader.state, reader.core);
    return reader.problems;
  } catch (error) {
    if (error instanceof Enough) return reader.problems;
    throw error;
  } finally {
    reader.close();
  }
}

/**
 * Finds the state that a foreign file was made from. Candidates are the publication with the `header.checksum` that the file still has,
 * or else the recent publication nearest to it; and the states that later adoptions made from that publication, because a second edit of
 * a file includes the first one. Reads the log from the checkpoint before the candidates.
 * @param core of the log now
 * @param measure returns the distance between the file and a candidate, and remembers the nearest
 */
export function visitBaseStates<Operation extends Loggable, State, Answer>(
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
  // An edit does not include adoptions with another checksum: they come after this publication in the log, but are not in its file.
  // Nor does a file include content that was written later. If one editor wrote several contents, an older one may be adopted last.
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

/** Returns the ordinal after which the state is nearest; 0, the empty state, if there is no publication. */
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

/** Reads the operation of an adoption at its location; `null` if it was swept. */
function operationAt<Operation extends Loggable, State, Answer>(
  { fs }: Runtime,
  { directory, machine }: HistoryOptions<Operation, State, Answer>,
  { ordinal, time, span }: AdoptionPosition,
): AppliedOperation<Operation> | null {
  const bytes = readSpan(fs, directory, span);
  const record = bytes === null ? null : readLine(bytes.subarray(1));
  const operation = record?.op === 'adopt' ? machine.parse(record) : null;
  return record === null || operation === null ? null : { operation, place: { ordinal, time, id: record.id } };
}

function readLine(line: Buffer): LogRecord | null {
  return decodeLine(line) ?? new LineCorrection().correct(line, 0, true)?.record ?? null;
}

/** Returns the state after an ordinal; `null` if the log does not reach that far back. */
function stateAfter<Operation extends Loggable, State, Answer>(
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
 * Measures the state after `origin`, and the states that later adoptions make from it. Most editors include everything that was adopted,
 * and change one thing. Comparing is expensive, so such a small distance ends the search. Other editors include only what they adopted
 * themselves, so an adoption counts if the state is nearer with it. The last state measured contains the fewest adoptions.
 */
function visitAdopted<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  origin: number,
  adoptions: readonly AppliedOperation<Operation>[],
  measure: (state: State) => number,
): void {
  const { machine } = options;
  const all = stateAfter(runtime, options, origin);
  if (all === null) return;
  for (const { operation, place } of adoptions) machine.apply(all, operation, place);
  if (measure(all) <= 1 || adoptions.length === 0) return;
  const base = stateAfter(runtime, options, origin);
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
