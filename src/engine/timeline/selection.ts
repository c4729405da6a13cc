import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { partitionPoint } from '../text/partition-point.ts';
import { PlaceList } from './place-list.ts';
import { matcher, type TimelineQuery } from './query.ts';
import type { Place } from './sources.ts';
import type { TimelineView } from './view.ts';

export interface SelectionOptions {
  /** The last answer to the same query; it is closed. What it has found in archives is kept where they are as they were. */
  readonly before?: TimelineSelection | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told when more has been found: rows can be read then, and the total still grows. */
  readonly onMore?: ((selection: TimelineSelection) => void) | undefined;
}

/**
 * All that is asked of a timeline, newest first, as a list of which only those rows are read that are wanted
 * (docs/decisions/0021-overview-swarm-locks-timeline.md). Indexes know entries by hashes: a row that turns out to be another entry
 * when it is read is dropped, and the total is one less. Free text is looked for in every entry, so its total is exact. To be closed.
 */
export class TimelineSelection {
  #archived = new PlaceList();
  readonly #current = new PlaceList();
  readonly #wanted: (entry: TimelineEntry) => boolean;

  private constructor(
    /** What it is a selection of. */
    readonly view: TimelineView,
    readonly query: TimelineQuery,
  ) {
    this.#wanted = matcher(query);
  }

  /** @throws CortexError `busy` when an archive was changed meanwhile, or nobody waits for it any more; then the view is closed */
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

  /** Rows in their order; fewer than asked for at the end. @throws CortexError `busy` when an archive was changed meanwhile */
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

  /** How many rows stand above an entry, whether or not it is among them. @throws CortexError `busy` when an archive was changed meanwhile */
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

  #entryAt(place: Place): TimelineEntry | null {
    const entry = this.view.entryAt(place);
    return entry !== null && this.#wanted(entry) ? entry : null;
  }

  /** Current entries stand among the archived ones by their time; there are few of them. */
  #placeOf(row: number): { readonly list: PlaceList; readonly at: number } {
    const above = partitionPoint(this.#current.length, (at) => this.#rowOfCurrent(at) < row);
    const isCurrent = above < this.#current.length && this.#rowOfCurrent(above) === row;
    return isCurrent ? { list: this.#current, at: above } : { list: this.#archived, at: row - above };
  }

  #rowOfCurrent(at: number): number {
    return at + this.#archived.countAbove(this.#current.at(at));
  }
}
