import type { Runtime } from '../runtime.ts';
import type { CoreState, Place } from './core-state.ts';
import type { Loggable, LogMachine } from './machine.ts';
import { LogReader } from './reader.ts';

/** How many publications a foreign edit without a checksum of ours is compared with. */
const CANDIDATES = 32;

interface HistoryOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
}

interface Applied<Operation> {
  readonly operation: Operation;
  readonly place: Place;
}

/** What a replay shows: the state at its beginning, and behind every record. Shown anew if the reading had to begin anew. */
interface Visitor<Operation, State> {
  begin?(): void;
  visit(state: State, core: CoreState, applied: Applied<Operation> | null): void;
}

/** Reads a log from a checkpoint not later than `from`; shows nothing when none is left. */
function replay<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  from: number,
  visitor: Visitor<Operation, State>,
): void {
  const reader: LogReader<Operation, State, Answer> = new LogReader(runtime, {
    ...options,
    from,
    opened: () => {
      visitor.begin?.();
      visitor.visit(reader.state, reader.core, null);
    },
    observe: (_record, place, operation) => visitor.visit(reader.state, reader.core, operation && { operation, place }),
  });
  try {
    reader.refresh();
  } finally {
    reader.close();
  }
}

/**
 * Finds the content that a foreign file was made from. Candidates are the publication with the `header.checksum` that the
 * file still carries, or else the recent publication that is nearest to it; and what became of that one by adoptions, for
 * somebody who edits a file twice carries the first edit along. Reads the log from the checkpoint before the candidates.
 * @param measure gives the distance between the file and a candidate, and notes the nearest
 */
export function visitBases<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  publications: readonly { readonly checksum: string; readonly upTo: number }[],
  checksum: string,
  measure: (state: State) => number,
): void {
  const exact = publications.findLast((publication) => publication.checksum === checksum);
  const recent = publications.slice(-CANDIDATES).map(({ upTo }) => upTo);
  visitAdopted(runtime, options, exact?.upTo ?? nearest(runtime, options, recent, measure), measure);
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
  replay(runtime, options, Math.min(...publications), {
    visit: (state, { ordinal }) => {
      if (!ordinals.has(ordinal)) return;
      const distance = measure(state);
      if (distance <= best.distance) best = { ordinal, distance };
    },
  });
  return best.ordinal;
}

/** Shows the state behind `origin`, and what it becomes by each later adoption alone. */
function visitAdopted<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  options: HistoryOptions<Operation, State, Answer>,
  origin: number,
  measure: (state: State) => number,
): void {
  const { machine } = options;
  let snapshot: string | null = null;
  let adoptions: Applied<Operation>[] = [];
  // Behind the origin only adoptions matter.
  const toOrigin: LogMachine<Operation, State, Answer | null> = {
    ...machine,
    apply: (state, operation, place) => (snapshot === null ? machine.apply(state, operation, place) : { answer: null, changed: false }),
  };
  replay(runtime, { ...options, machine: toOrigin }, origin, {
    begin: () => {
      snapshot = null;
      adoptions = [];
    },
    visit: (state, { ordinal, adopted }, applied) => {
      if (ordinal === origin) snapshot = JSON.stringify(machine.snapshot(state));
      else if (snapshot !== null && applied !== null && adopted === ordinal) adoptions.push(applied);
    },
  });
  if (snapshot !== null) measureAdopted(machine, snapshot, adoptions, measure);
}

/** Most editors carry all along that was adopted, and change one thing: comparing is dear, so what is as near as that ends the search. */
function measureAdopted<Operation, State, Answer>(
  machine: LogMachine<Operation, State, Answer>,
  snapshot: string,
  adoptions: readonly Applied<Operation>[],
  measure: (state: State) => number,
): void {
  const before = machine.restore(JSON.parse(snapshot));
  const after = machine.restore(JSON.parse(snapshot));
  for (const { operation, place } of adoptions) machine.apply(after, operation, place);
  if (measure(after) <= 1) return;
  for (const { operation, place } of adoptions) {
    measure(before);
    machine.apply(before, operation, place);
  }
  // Of those that are as near the latest counts.
  measure(before);
}
