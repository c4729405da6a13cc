import { setImmediate } from 'node:timers/promises';
import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { CortexError } from '../platform/errors.ts';
import { hash32 } from '../text/hash32.ts';
import type { ArchivedChange } from './archived-changes.ts';
import { rowsInBoth, rowsOfId } from './archives/archive-index.ts';
import { type ArchiveText, ScratchBuffer } from './archives/archive-text.ts';
import { type Archive, type Archives, type IndexedArchive, isIndexed } from './archives/archives.ts';
import { mayContainTime, type Times, timesInName } from './archives/roll-plan.ts';
import { Copies, type Copy, findUppermost } from './copies.ts';
import type { Ledger } from './ledger.ts';
import { uniteCopies, withChange } from './merging/union.ts';
import { type Cursor, decodeCursor, encodeCursor, matcher, type PageRequest, type TimelinePage, type TimelineQuery } from './query.ts';
import { currentPositions, type EntryPosition, isOlderPosition, newestFirst, type PositionSource, rowsNewestFirst } from './sources.ts';
import { findRowsWithText } from './text-rows.ts';

const NO_ROWS: ReadonlySet<number> = new Set();

/** Whether an archive is read and covers a time. Sources open in time order, so all archives that cover a known place are read. */
const covers = (archive: Archive, time: number): archive is IndexedArchive =>
  archive.header !== null && archive.header.first <= time && time <= archive.header.last;

/** Returns the time range of an archive, from its name until it is read; `null` if it is unknown or empty. */
function timesOf({ name, header }: Archive): Times | null {
  if (header === null) return timesInName(name);
  return header.entries === 0 ? null : header;
}

/** How many archives are read first, and whether errors are tolerated. */
export type ReadScope =
  /** All; errors are thrown. */
  | 'all'
  /** All that can be read. */
  | 'some'
  /** As `some`, but archives without an index are read only when their time range is reached. */
  | 'newest';

/** A timeline at one moment: its current entries and its archives. Must be closed. */
export class TimelineView {
  readonly #current: readonly TimelineEntry[];
  /** Current entries by a parent that is not current. */
  readonly #followers = new Map<string, string[]>();
  readonly #texts = new Map<Archive, ArchiveText>();
  readonly #scratch = new ScratchBuffer();
  readonly #copies: Copies;

  private constructor(
    private readonly byId: ReadonlyMap<string, TimelineEntry>,
    private readonly late: ReadonlyMap<string, ArchivedChange>,
    private readonly archives: Archives,
    private readonly list: readonly Archive[],
  ) {
    this.#current = [...byId.values()];
    this.#copies = new Copies({ current: byId, archives, list, textOf: (archive) => this.#text(archive) });
    for (const { id, parent } of this.#current) {
      if (parent === undefined || byId.has(parent)) continue;
      const others = this.#followers.get(parent);
      if (others === undefined) this.#followers.set(parent, [id]);
      else others.push(id);
    }
  }

  /** @throws CortexError if `scope` is `all` and the archives cannot be listed */
  static async of(ledger: Ledger, archives: Archives, scope: ReadScope): Promise<TimelineView> {
    // The log is read first: entries that roll meanwhile are then in both.
    const byId = ledger.byId();
    const late = new Map(Array.from(ledger.late.all(), (change) => [change.id, change]));
    const list = await (scope === 'all' ? archives.refresh() : archives.refreshIfPossible(scope === 'some' ? 'all' : 'later'));
    return new TimelineView(byId, late, archives, list);
  }

  close(): void {
    for (const text of this.#texts.values()) text.close();
    this.#texts.clear();
  }

  /** Returns one entry, current or archived. @throws CortexError `busy` if an archive was changed meanwhile */
  find(id: string): TimelineEntry | undefined {
    return this.#whole(this.#copies.of(id));
  }

  /** @throws CortexError `busy` if an archive was changed meanwhile, or the query was cancelled; `invalid-input` for an invalid cursor */
  async page(query: TimelineQuery, request: PageRequest): Promise<TimelinePage> {
    for (;;) {
      const read = this.#copies.archivesRead;
      const page = await this.#page(query, request);
      // Archives that were read on the way may have other copies of entries found before.
      const isSame = read === this.#copies.archivesRead || page.entries.every(({ id }) => this.#copies.of(id).length < 2);
      if (isSame) return page;
    }
  }

  async #page(query: TimelineQuery, { limit, cursor, signal }: PageRequest): Promise<TimelinePage> {
    const below = cursor === undefined ? null : await this.#placeOfCursor(decodeCursor(cursor));
    const wanted = matcher(query);
    const entries: TimelineEntry[] = [];
    for await (const places of newestFirst([...this.#archiveSources(query, below?.time), this.#currentSource()], () => pause(signal))) {
      for (const entry of this.#entriesOf(places, below)) {
        if (!wanted(entry)) continue;
        entries.push(entry);
        if (entries.length >= limit) return { entries, next: encodeCursor(entry) };
      }
    }
    return { entries, next: null };
  }

  *#entriesOf(places: readonly EntryPosition[], below: EntryPosition | null): Generator<TimelineEntry> {
    for (const place of places) {
      const entry = below === null || isOlderPosition(place, below) ? this.entryAt(place) : null;
      if (entry !== null) yield entry;
    }
  }

  /** Yields places in archives that match by index, newest first, in runs. Their entries may turn out not to match. @throws as `page` */
  archivedPlaces(query: TimelineQuery, signal?: AbortSignal): AsyncGenerator<readonly EntryPosition[]> {
    return newestFirst(this.#archiveSources(query), () => pause(signal));
  }

  /** Returns the places of all current entries, newest first. */
  currentPlaces(): Iterable<EntryPosition> {
    return currentPositions(this.#current, this.list.length);
  }

  #currentSource(): PositionSource {
    return {
      rank: this.list.length,
      last: this.#current.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY,
      open: async () => currentPositions(this.#current, this.list.length),
    };
  }

  async #placeOfCursor(cursor: Cursor): Promise<EntryPosition> {
    for (const archive of this.list) if (mayContainTime(archive.name, cursor.timestamp)) await this.archives.indexed(archive);
    return this.placeOf(cursor);
  }

  /** Whether a query finds the same archived rows as in another view. */
  hasSameArchived(query: TimelineQuery, other: TimelineView): boolean {
    const isSame = this.list.length === other.list.length && this.list.every((archive, rank) => archive === other.list[rank]);
    // Late changes of archived entries may affect these filters.
    const matters = query.outcome !== undefined || query.text !== undefined;
    return (
      isSame && (!matters || (this.late.size === other.late.size && [...this.late].every(([id, change]) => other.late.get(id) === change)))
    );
  }

  /** Returns sources for archives that may have matches. @param below latest time wanted, milliseconds */
  #archiveSources(query: TimelineQuery, below = Number.POSITIVE_INFINITY): PositionSource[] {
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = query;
    return this.list.flatMap((archive, rank) => {
      const times = timesOf(archive);
      const mayMatter = times !== null && times.last >= since && times.first <= Math.min(until, below);
      return mayMatter ? [this.#archiveSource(archive, rank, times.last, query)] : [];
    });
  }

  #archiveSource(archive: Archive, rank: number, last: number, query: TimelineQuery): PositionSource {
    const open = async (): Promise<Iterator<EntryPosition>> => {
      const indexed = await this.archives.indexed(archive);
      if (indexed === null) return [].values();
      const columns = this.archives.columns(indexed);
      const unsure = query.outcome === undefined && query.text === undefined ? NO_ROWS : await this.#unsureRows(indexed);
      const textRows = query.text === undefined ? null : this.#rowsWithText(indexed, query.text);
      return places();

      function* places(): Generator<EntryPosition> {
        for (const index of rowsNewestFirst(columns, query, unsure)) {
          if (textRows === null || textRows.has(index) || unsure.has(index)) yield { time: columns.times[index] ?? 0, rank, index };
        }
      }
    };
    return { rank, last, open };
  }

  #rowsWithText(archive: IndexedArchive, text: string): ReadonlySet<number> | null {
    const open = this.#text(archive);
    const bytesOf = (offset: number, length: number) => open.part(this.#scratch, offset, length);
    return findRowsWithText(bytesOf, this.archives.columns(archive), archive.header.plain, text);
  }

  /** Returns rows of entries that may have further copies or late changes. */
  async #unsureRows(archive: IndexedArchive): Promise<ReadonlySet<number>> {
    const columns = this.archives.columns(archive);
    for (const other of this.list) {
      const times = timesOf(other);
      const isOfThatTime = times !== null && times.last >= archive.header.first && times.first <= archive.header.last;
      if (isOfThatTime) await this.archives.indexed(other);
    }
    const changed = Uint32Array.from([...this.late.keys(), ...this.byId.keys()], hash32).sort();
    return new Set([...rowsInBoth(columns, changed), ...rowsInBoth(columns, this.#copies.sharedIds)]);
  }

  #text(archive: IndexedArchive): ArchiveText {
    const known = this.#texts.get(archive) ?? this.archives.open(archive);
    this.#texts.set(archive, known);
    return known;
  }

  /** Returns the entry shown at a place; `null` if it is shown at another one. @throws CortexError `busy` if its archive was changed */
  entryAt(place: EntryPosition): TimelineEntry | null {
    const archive = this.list[place.rank];
    const copy =
      archive === undefined ? this.#current[place.index] : isIndexed(archive) ? this.#text(archive).entry(place.index) : undefined;
    if (copy === undefined) return null;
    if (!this.#copies.mayHaveOthers(copy.id, archive === undefined)) return this.#withLate(copy);
    const copies = this.#copies.of(copy.id);
    const shown = findUppermost(copies);
    if (shown?.rank !== place.rank || (archive !== undefined && shown.index !== place.index)) return null;
    return this.#whole(copies) ?? null;
  }

  /** Returns the uppermost place of an entry; for a missing one the place below all others of its time. @throws as `find` */
  placeOf({ id, timestamp: time }: Cursor): EntryPosition {
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

  /** Merges all copies of an entry and its late changes. */
  #whole(copies: readonly Copy[]): TimelineEntry | undefined {
    const entry = uniteCopies(copies.map((copy) => copy.entry));
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

/** Yields to the event loop, and ends a query that was aborted. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  if (signal !== undefined) await setImmediate();
  if (signal?.aborted) throw new CortexError('busy', 'the search was cancelled', { next: 'Repeat the search.' }, { cause: signal.reason });
}
