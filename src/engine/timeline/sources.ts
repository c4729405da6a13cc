import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { hash16, hash32 } from '../text/hash32.ts';
import { type ArchiveColumns, hashMention, lowerBound, rowsOfMention } from './archives/archive-index.ts';
import type { TimelineQuery } from './query.ts';

/** Position of an entry in a timeline: by time, then by source, then by index in the source. */
export interface EntryPosition {
  readonly time: number;
  /** Rank of the source: archives by name, then the current entries. */
  readonly rank: number;
  readonly index: number;
}

export function isOlderPosition(a: EntryPosition, b: EntryPosition): boolean {
  if (a.time !== b.time) return a.time < b.time;
  return a.rank === b.rank ? a.index < b.index : a.rank < b.rank;
}

/** A part of a timeline that yields its places, newest first. */
export interface PositionSource {
  readonly rank: number;
  /** Time of its newest entry. */
  readonly last: number;
  /** Called once, when its first place may be next. */
  open(): Promise<Iterator<EntryPosition>>;
}

/** Yields the places of current entries, newest first. @param entries oldest first */
export function* currentPositions(entries: readonly TimelineEntry[], rank: number): Generator<EntryPosition> {
  for (let index = entries.length - 1; index >= 0; index--) yield { time: entries[index]?.timestamp ?? 0, rank, index };
}

/** Returns the rows that are in all lists, ascending; `null` without lists. */
function intersection(lists: readonly Uint32Array[]): Uint32Array | null {
  const [first, ...others] = [...lists].sort((a, b) => a.length - b.length);
  if (first === undefined) return null;
  return first.filter((row) => others.every((list) => list[lowerBound(list, row)] === row));
}

/** Returns the rows with all requested mentions; `null` if none is requested. */
function rowsByMention(columns: ArchiveColumns, { file, ref }: TimelineQuery): Uint32Array | null {
  const mentions = [file === undefined ? null : hashMention.file(file), ref === undefined ? null : hashMention.ref(ref)];
  return intersection(mentions.filter((mention) => mention !== null).map((mention) => rowsOfMention(columns, mention)));
}

/** Returns a test of rows by the hashes of single fields. */
function rowTest(
  { types, agents, tasks, outcomes }: ArchiveColumns,
  { type, agent, task, outcome }: TimelineQuery,
  unsure: ReadonlySet<number>,
): (row: number) => boolean {
  const tests: ((row: number) => boolean)[] = [];
  const add = (column: Uint16Array | Uint32Array, hash: number) => tests.push((row) => column[row] === hash);
  if (type !== undefined) add(types, hash16(type));
  if (agent !== undefined) add(agents, hash32(agent));
  if (task !== undefined) add(tasks, hashMention.task(task));
  const ended = outcome === undefined ? null : hash16(outcome);
  if (ended !== null) tests.push((row) => outcomes[row] === ended || unsure.has(row));
  return (row) => tests.every((test) => test(row));
}

/**
 * Yields the rows of an archive that match by its index, newest first.
 * @param unsure rows whose outcome may have changed since
 */
export function* rowsNewestFirst(columns: ArchiveColumns, query: TimelineQuery, unsure: ReadonlySet<number>): Generator<number> {
  const { times } = columns;
  const { since, until } = query;
  const passes = rowTest(columns, query, unsure);
  const start = since === undefined ? 0 : lowerBound(times, since);
  const end = until === undefined ? times.length : lowerBound(times, until + 1);
  const only = rowsByMention(columns, query);
  if (only === null) {
    for (let row = end - 1; row >= start; row--) if (passes(row)) yield row;
    return;
  }
  for (let index = lowerBound(only, end) - 1; index >= 0; index--) {
    const row = only[index] ?? 0;
    if (row < start) return;
    if (passes(row)) yield row;
  }
}

interface Active {
  readonly places: Iterator<EntryPosition>;
  head: EntryPosition;
}

/** Places in one run. Yielding them one by one would take longer than finding them. */
const RUN = 1_024;

/** Merges several sources into one order. */
class Merging {
  readonly #closed: PositionSource[];
  #active: Active[] = [];

  constructor(sources: readonly PositionSource[]) {
    this.#closed = [...sources].sort((a, b) => b.last - a.last || b.rank - a.rank);
  }

  /** The unopened source that may have the next place. */
  get due(): PositionSource | undefined {
    const [source] = this.#closed;
    const top = this.#newest();
    return source !== undefined && (top === undefined || source.last >= top.head.time) ? source : undefined;
  }

  async openDue(): Promise<void> {
    const places = await this.#closed.shift()?.open();
    const first = places?.next();
    if (places !== undefined && first?.done === false) this.#active.push({ places, head: first.value });
  }

  /** Returns the next places, until a source is due. */
  run(): EntryPosition[] {
    const run: EntryPosition[] = [];
    for (let top = this.#newest(); top !== undefined && run.length < RUN && this.due === undefined; top = this.#newest()) {
      run.push(top.head);
      const following = top.places.next();
      if (following.done === true) this.#active = this.#active.filter((each) => each !== top);
      else top.head = following.value;
    }
    return run;
  }

  #newest(): Active | undefined {
    const later = (best: Active, each: Active): Active => (isOlderPosition(best.head, each.head) ? each : best);
    return this.#active.length < 2 ? this.#active[0] : this.#active.reduce(later);
  }
}

/**
 * Yields all places of all sources, newest first, in runs. A source is opened when it may have the next place.
 * @param pause called before a source is opened
 */
export async function* newestFirst(
  sources: readonly PositionSource[],
  pause: () => Promise<void>,
): AsyncGenerator<readonly EntryPosition[]> {
  const merging = new Merging(sources);
  for (;;) {
    const run = merging.run();
    if (run.length > 0) yield run;
    else if (merging.due === undefined) return;
    if (merging.due === undefined) continue;
    await pause();
    await merging.openDue();
  }
}
