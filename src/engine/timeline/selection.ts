import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { partitionPoint } from '../text/partition-point.ts';
import { PositionList } from './position-list.ts';
import { matcher, type TimelineQuery } from './query.ts';
import type { EntryPosition } from './sources.ts';
import type { TimelineView } from './view.ts';

export interface SelectionOptions {
  /** The last result of the same query, which is closed. Its archived rows are reused if the archives are unchanged. */
  readonly before?: TimelineSelection | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when more has been found: rows can be read, and the total still grows. */
  readonly onMore?: ((selection: TimelineSelection) => void) | undefined;
}

/**
 * All entries that match a query, newest first, as a list whose rows are read on demand
 * (docs/decisions/0021-overview-swarm-locks-timeline.md). Indexes match entries by hashes: a row that does not match when it is read is
 * dropped, and the total decreases. Free text is searched in every entry, so its total is exact. Must be closed.
 */
export class TimelineSelection {
  #archived = new PositionList();
  readonly #current = new PositionList();
  readonly #wanted: (entry: TimelineEntry) => boolean;

  private constructor(
    /** The view that it selects from. */
    readonly view: TimelineView,
    readonly query: TimelineQuery,
  ) {
    this.#wanted = matcher(query);
  }

  /** @throws CortexError `busy` if an archive was changed meanwhile, or the search was aborted; the view is then closed */
  static async of(view: TimelineView, query: TimelineQuery, options: SelectionOptions = {}): Promise<TimelineSelection> {
    const selection = new TimelineSelection(view, query);
    try {
      await selection.#find(options);
      return selection;
    } catch (error) {
      selection.close();
      throw error;
    } finally {
      options.before?.close();
    }
  }

  get total(): number {
    return this.#archived.length + this.#current.length;
  }

  /** Returns rows in order; fewer than requested at the end. @throws CortexError `busy` if an archive was changed meanwhile */
  rows(from: number, count: number): TimelineEntry[] {
    const rows: TimelineEntry[] = [];
    while (rows.length < count && from + rows.length < this.total) {
      const { list, at } = this.#placeOf(from + rows.length);
      const entry = this.#entryAt(list.at(at));
      if (entry === null) list.remove(at);
      else rows.push(entry);
    }
    return rows;
  }

  /**
   * Returns how many rows are above an entry, which need not be a row itself.
   * @throws CortexError `busy` if an archive was changed meanwhile
   */
  countAbove(entry: TimelineEntry): number {
    const place = this.view.placeOf(entry);
    return this.#archived.countAbove(place) + this.#current.countAbove(place);
  }

  close(): void {
    this.view.close();
  }

  async #find({ before, signal, onMore }: SelectionOptions): Promise<void> {
    for (const place of this.view.currentPlaces()) if (this.#entryAt(place) !== null) this.#current.push(place);
    if (before !== undefined && before.query === this.query && this.view.hasSameArchived(this.query, before.view)) {
      this.#archived = before.#archived;
      return;
    }
    for await (const places of this.view.archivedPlaces(this.query, signal)) {
      for (const place of places) if (this.query.text === undefined || this.#entryAt(place) !== null) this.#archived.push(place);
      onMore?.(this);
    }
  }

  #entryAt(place: EntryPosition): TimelineEntry | null {
    const entry = this.view.entryAt(place);
    return entry !== null && this.#wanted(entry) ? entry : null;
  }

  /** Finds the list and index of a row. Current entries, of which there are few, are between archived ones by their time. */
  #placeOf(row: number): { readonly list: PositionList; readonly at: number } {
    const above = partitionPoint(this.#current.length, (at) => this.#rowOfCurrent(at) < row);
    const isCurrent = above < this.#current.length && this.#rowOfCurrent(above) === row;
    return isCurrent ? { list: this.#current, at: above } : { list: this.#archived, at: row - above };
  }

  #rowOfCurrent(at: number): number {
    return at + this.#archived.countAbove(this.#current.at(at));
  }
}
