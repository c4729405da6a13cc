import { setImmediate } from 'node:timers/promises';
import { CortexError } from '../../kernel/errors.ts';
import type { TimelineEntry } from '../schema/timeline.ts';
import { rowsInBoth, rowsOfId } from './archive-index.ts';
import { type ArchiveText, Scratch } from './archive-text.ts';
import type { Archive, Archives } from './archives.ts';
import type { LateChange } from './late.ts';
import type { Ledger } from './ledger.ts';
import { type Cursor, decodeCursor, encodeCursor, matcher, type PageRequest, type TimelinePage, type TimelineQuery } from './query.ts';
import { currentSource, isBelow, newestFirst, type Place, rowsNewestFirst, type Source } from './sources.ts';
import { rowsWithText } from './text-rows.ts';
import { unite, withChange } from './union.ts';

const NO_ROWS: ReadonlySet<number> = new Set();

const covers = ({ header }: Archive, time: number) => header.first <= time && time <= header.last;

/** A timeline as it is at one moment: its current entries and its archives. To be closed. */
export class TimelineView {
  readonly #current: readonly TimelineEntry[];
  /** Current entries by a parent that is not current. */
  readonly #followers = new Map<string, string[]>();
  readonly #texts = new Map<Archive, ArchiveText>();
  readonly #scratch = new Scratch();

  private constructor(
    private readonly byId: ReadonlyMap<string, TimelineEntry>,
    private readonly late: ReadonlyMap<string, LateChange>,
    private readonly archives: Archives,
    private readonly list: readonly Archive[],
  ) {
    this.#current = [...byId.values()];
    for (const { id, parent } of this.#current) {
      if (parent === undefined || byId.has(parent)) continue;
      const others = this.#followers.get(parent);
      if (others === undefined) this.#followers.set(parent, [id]);
      else others.push(id);
    }
  }

  /**
   * @param need `all`: of everything; `some`: of what can be read, where archives cannot
   * @throws CortexError when the archives cannot be looked at, and are needed
   */
  static async of(ledger: Ledger, archives: Archives, need: 'all' | 'some'): Promise<TimelineView> {
    // First the log: what rolls meanwhile stands in both.
    const byId = ledger.byId();
    const late = new Map(Array.from(ledger.late.all(), (change) => [change.id, change]));
    return new TimelineView(byId, late, archives, await (need === 'all' ? archives.look() : archives.lookIfPossible()));
  }

  close(): void {
    for (const text of this.#texts.values()) text.close();
    this.#texts.clear();
  }

  /** One entry, wherever it stands. @throws CortexError `busy` when an archive was changed meanwhile */
  find(id: string): TimelineEntry | undefined {
    return this.#whole(id, this.list);
  }

  /** @throws CortexError `busy` when an archive was changed meanwhile, or the query was cancelled; `invalid-input` for a wrong cursor */
  async page(query: TimelineQuery, { limit, cursor, signal }: PageRequest): Promise<TimelinePage> {
    const below = cursor === undefined ? null : this.placeOf(decodeCursor(cursor));
    const wanted = matcher(query);
    const entries: TimelineEntry[] = [];
    const current = currentSource(this.#current, this.list.length);
    for await (const places of newestFirst([...this.#archiveSources(query), current], () => pause(signal))) {
      for (const entry of this.#entriesOf(places, below)) {
        if (!wanted(entry)) continue;
        entries.push(entry);
        if (entries.length >= limit) return { entries, next: encodeCursor(entry) };
      }
    }
    return { entries, next: null };
  }

  *#entriesOf(places: readonly Place[], below: Place | null): Generator<TimelineEntry> {
    for (const place of places) {
      const entry = below === null || isBelow(place, below) ? this.entryAt(place) : null;
      if (entry !== null) yield entry;
    }
  }

  /** The places in archives that their indexes let through, newest first, in runs: what stands there may be something else. @throws as `page` */
  archivedPlaces(query: TimelineQuery, signal?: AbortSignal): AsyncGenerator<readonly Place[]> {
    return newestFirst(this.#archiveSources(query), () => pause(signal));
  }

  /** The places of all current entries, newest first. */
  currentPlaces(): Iterable<Place> {
    return { [Symbol.iterator]: () => currentSource(this.#current, this.list.length).open() };
  }

  /** Whether a query finds in the archives what it has found there in another view. */
  hasSameArchived(query: TimelineQuery, other: TimelineView): boolean {
    const isSame = this.list.length === other.list.length && this.list.every((archive, rank) => archive === other.list[rank]);
    // What became of an archived entry stands beside its archive.
    const matters = query.outcome !== undefined || query.text !== undefined;
    return (
      isSame && (!matters || (this.late.size === other.late.size && [...this.late].every(([id, change]) => other.late.get(id) === change)))
    );
  }

  #archiveSources(query: TimelineQuery): Source[] {
    const sources = this.list.map((archive, rank) => this.#archiveSource(archive, rank, query));
    return sources.filter(({ last }) => last >= (query.since ?? last));
  }

  #archiveSource(archive: Archive, rank: number, query: TimelineQuery): Source {
    const open = (): Iterator<Place> => {
      const columns = this.archives.columns(archive);
      const unsure = query.outcome === undefined && query.text === undefined ? NO_ROWS : this.#unsureRows(archive);
      const textRows = query.text === undefined ? null : this.#rowsWithText(archive, query.text);
      return places();

      function* places(): Generator<Place> {
        for (const index of rowsNewestFirst(columns, query, unsure)) {
          if (textRows === null || textRows.has(index) || unsure.has(index)) yield { time: columns.times[index] ?? 0, rank, index };
        }
      }
    };
    return { rank, last: archive.header.entries === 0 ? Number.NEGATIVE_INFINITY : archive.header.last, open };
  }

  #rowsWithText(archive: Archive, text: string): ReadonlySet<number> | null {
    const open = this.#text(archive);
    const bytesOf = (offset: number, length: number) => open.part(this.#scratch, offset, length);
    return rowsWithText(bytesOf, this.archives.columns(archive), archive.header.plain, text);
  }

  /** Rows of entries of which more is known than the archive says. */
  #unsureRows(archive: Archive): ReadonlySet<number> {
    const columns = this.archives.columns(archive);
    const rows = new Set<number>();
    for (const { id } of this.late.values()) for (const row of rowsOfId(columns, id)) rows.add(row);
    for (const other of this.list) {
      if (other === archive || other.header.last < archive.header.first || other.header.first > archive.header.last) continue;
      for (const row of rowsInBoth(columns, this.archives.columns(other))) rows.add(row);
    }
    return rows;
  }

  #text(archive: Archive): ArchiveText {
    const known = this.#texts.get(archive) ?? this.archives.open(archive);
    this.#texts.set(archive, known);
    return known;
  }

  /** The entry of a place; `null` when it has a place further up, where it is shown. @throws CortexError `busy` when its archive was changed */
  entryAt(place: Place): TimelineEntry | null {
    const archive = this.list[place.rank];
    const copy = archive === undefined ? this.#current[place.index] : this.#text(archive).entry(place.index);
    if (copy === undefined || (archive !== undefined && this.#isFurtherUp(copy.id, place))) return null;
    const holders = this.list.filter((each) => covers(each, place.time));
    return holders.every((each) => each === archive) ? this.#withLate(copy) : (this.#whole(copy.id, holders) ?? null);
  }

  #isFurtherUp(id: string, { time, rank, index }: Place): boolean {
    if (this.byId.has(id)) return true;
    return this.list.some((archive, other) => {
      if (other < rank || !covers(archive, time)) return false;
      const rows = rowsOfId(this.archives.columns(archive), id);
      return rows.some((row) => (other > rank || row > index) && this.#text(archive).entry(row).id === id);
    });
  }

  /** The uppermost place of an entry; of one that is nowhere, the place below all others of its time. @throws as `find` */
  placeOf({ id, timestamp: time }: Cursor): Place {
    if (this.byId.get(id)?.timestamp === time) {
      return { time, rank: this.list.length, index: this.#current.findIndex((entry) => entry.id === id) };
    }
    for (let rank = this.list.length - 1; rank >= 0; rank--) {
      const archive = this.list[rank];
      if (archive === undefined || !covers(archive, time)) continue;
      const { times } = this.archives.columns(archive);
      const row = rowsOfId(this.archives.columns(archive), id).findLast(
        (each) => times[each] === time && this.#text(archive).entry(each).id === id,
      );
      if (row !== undefined) return { time, rank, index: row };
    }
    return { time, rank: -1, index: 0 };
  }

  /** The union of all copies of an entry and of what became of it. */
  #whole(id: string, archives: readonly Archive[]): TimelineEntry | undefined {
    const copies = archives.flatMap((archive) =>
      rowsOfId(this.archives.columns(archive), id)
        .map((row) => this.#text(archive).entry(row))
        .filter((entry) => entry.id === id),
    );
    const current = this.byId.get(id);
    const entry = unite(current === undefined ? copies : [...copies, current]);
    return entry && this.#withLate(entry);
  }

  #withLate(entry: TimelineEntry): TimelineEntry {
    if (this.byId.has(entry.id)) return entry;
    const late = this.late.get(entry.id);
    const followers = this.#followers.get(entry.id) ?? [];
    const ended = late === undefined ? entry : withChange(entry, late);
    return followers.length === 0 ? ended : withChange(ended, { id: entry.id, children: [...followers] });
  }
}

/** Lets others run, and ends a query that nobody waits for any more. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  if (signal !== undefined) await setImmediate();
  if (signal?.aborted) throw new CortexError('busy', 'the search was cancelled', { next: 'Ask again.' }, { cause: signal.reason });
}
