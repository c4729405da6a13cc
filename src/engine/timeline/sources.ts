import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { type ArchiveColumns, lowerBound, mentionOf, rowsOfMention } from './archives/archive-index.ts';
import { hash16, hash32 } from './archives/entry-hash.ts';
import type { TimelineQuery } from './query.ts';

/** Where an entry stands in the order of a timeline: by time, then by its source, then by its place there. */
export interface Place {
  readonly time: number;
  /** Archives by name, then the current entries. */
  readonly rank: number;
  readonly index: number;
}

export function isBelow(a: Place, b: Place): boolean {
  if (a.time !== b.time) return a.time < b.time;
  return a.rank === b.rank ? a.index < b.index : a.rank < b.rank;
}

/** Part of a timeline that gives its places from the newest on. */
export interface Source {
  readonly rank: number;
  /** Nothing in it is newer. */
  readonly last: number;
  /** Called once, when something of it may be wanted. */
  open(): Promise<Iterator<Place>>;
}

/** The places of current entries, newest first. @param entries oldest first */
export function* currentPlaces(entries: readonly TimelineEntry[], rank: number): Generator<Place> {
  for (let index = entries.length - 1; index >= 0; index--) yield { time: entries[index]?.timestamp ?? 0, rank, index };
}

/** The rows, ascending, that are in all lists; `null` where there is no list. */
function intersection(lists: readonly Uint32Array[]): Uint32Array | null {
  const [first, ...others] = [...lists].sort((a, b) => a.length - b.length);
  if (first === undefined) return null;
  return first.filter((row) => others.every((list) => list[lowerBound(list, row)] === row));
}

/** The rows that name all that is wanted; `null` when that does not matter. */
function rowsByMention(columns: ArchiveColumns, { file, ref }: TimelineQuery): Uint32Array | null {
  const mentions = [file === undefined ? null : mentionOf.file(file), ref === undefined ? null : mentionOf.ref(ref)];
  return intersection(mentions.filter((mention) => mention !== null).map((mention) => rowsOfMention(columns, mention)));
}

/** Tests by the hashes of single fields. */
function rowTest(
  { types, agents, tasks, outcomes }: ArchiveColumns,
  { type, agent, task, outcome }: TimelineQuery,
  unsure: ReadonlySet<number>,
): (row: number) => boolean {
  const tests: ((row: number) => boolean)[] = [];
  const add = (column: Uint16Array | Uint32Array, hash: number) => tests.push((row) => column[row] === hash);
  if (type !== undefined) add(types, hash16(type));
  if (agent !== undefined) add(agents, hash32(agent));
  if (task !== undefined) add(tasks, mentionOf.task(task));
  const ended = outcome === undefined ? null : hash16(outcome);
  if (ended !== null) tests.push((row) => outcomes[row] === ended || unsure.has(row));
  return (row) => tests.every((test) => test(row));
}

/**
 * The rows of an archive that its index lets through, newest first.
 * @param unsure rows whose outcome may be another one by now
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
  readonly places: Iterator<Place>;
  head: Place;
}

/** So many places are handed on at once: one by one would take longer than to find them. */
const RUN = 1_024;

/** Several sources that become one. */
class Merging {
  readonly #closed: Source[];
  #active: Active[] = [];

  constructor(sources: readonly Source[]) {
    this.#closed = [...sources].sort((a, b) => b.last - a.last || b.rank - a.rank);
  }

  /** The source that may have the next place and is not open yet. */
  get due(): Source | undefined {
    const [source] = this.#closed;
    const top = this.#newest();
    return source !== undefined && (top === undefined || source.last >= top.head.time) ? source : undefined;
  }

  async openDue(): Promise<void> {
    const places = await this.#closed.shift()?.open();
    const first = places?.next();
    if (places !== undefined && first?.done === false) this.#active.push({ places, head: first.value });
  }

  /** The next places, until a source is due. */
  run(): Place[] {
    const run: Place[] = [];
    for (let top = this.#newest(); top !== undefined && run.length < RUN && this.due === undefined; top = this.#newest()) {
      run.push(top.head);
      const following = top.places.next();
      if (following.done === true) this.#active = this.#active.filter((each) => each !== top);
      else top.head = following.value;
    }
    return run;
  }

  #newest(): Active | undefined {
    const later = (best: Active, each: Active): Active => (isBelow(best.head, each.head) ? each : best);
    return this.#active.length < 2 ? this.#active[0] : this.#active.reduce(later);
  }
}

/**
 * All places of all sources, newest first, in runs. A source is opened when it may have the next one.
 * @param pause called before a source is opened
 */
export async function* newestFirst(sources: readonly Source[], pause: () => Promise<void>): AsyncGenerator<readonly Place[]> {
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
