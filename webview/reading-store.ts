import { type Cursor, isAtCursor, type KnownIds } from './cursor.ts';
import { rangeFrom } from './grid/ranges.ts';
import { PageStore, type StoreOptions } from './page-store.ts';
import type { OfLists, SavedLists } from './saved.ts';

/** State saved over reloads of a page that shows the details of one list item. */
export interface SavedReading<List extends string, Choices> extends SavedLists<List> {
  /** Filter of the list. */
  readonly choices: Choices;
  /** Id of the item whose details are shown. */
  readonly reading: string | null;
  /** Id of the last request that was fulfilled. */
  readonly granted: string | null;
}

/** The item whose details are shown, with its index in the list; `null` when the list does not contain it. */
interface Found {
  readonly id: string;
  readonly index: number | null;
}

/** Store of a page that shows the details of one item of a long list. */
export abstract class ReadingStore<
  List extends string,
  State,
  View,
  Step,
  Choices,
  Saved extends SavedReading<List, Choices>,
> extends PageStore<List, State, View, Step, Saved> {
  /** Item to select in the list once its index is known. */
  private seeking: string | null = null;
  /** Whether to follow the selected row when it moves. Not after the list was filtered, because keys would then continue far away. */
  private follows = false;

  constructor(
    around: StoreOptions<View, Step>,
    private readonly list: List,
    ofLists: OfLists<List>,
    view: Saved,
  ) {
    super(around, ofLists, view);
  }

  /** Shows the details of the selected row. */
  override choose(list: List, index: number): void {
    super.choose(list, index);
    this.follows = true;
    const id = this.view.cursors[list]?.id ?? null;
    if (id === null || id === this.view.reading) return;
    this.seeking = null;
    this.change({ ...this.view, reading: id });
  }

  /** Changes the filter, and scrolls to the first row. */
  narrow(change: Partial<Choices>): void {
    this.change({ ...this.startAt(0), choices: { ...this.view.choices, ...change } });
  }

  /** Scrolls to the first row. */
  showFirst(): void {
    this.change(this.startAt(0));
  }

  /** Shows the details of an item, and selects it in the list if it is there. */
  read(id: string): void {
    this.seeking = id;
    this.change({ ...this.view, reading: id });
  }

  private startAt(first: number): Saved {
    this.ranges = this.ofLists(() => rangeFrom(first));
    this.follows = false;
    return { ...this.view, tops: this.ofLists(() => first) };
  }

  /**
   * Shows what was requested elsewhere in the editor, only once even when the page is reloaded.
   * @param reading `null` keeps the present item
   */
  protected grant(request: { readonly id: string } | null, choices: Choices, reading: string | null): void {
    if (request === null || request.id === this.view.granted) return;
    this.wantsKeys = true;
    if (reading === null) this.view = { ...this.startAt(0), granted: request.id, choices };
    else {
      this.seeking = reading;
      this.view = { ...this.view, granted: request.id, choices, reading };
    }
  }

  /** Applies the changed list. @param found the item whose details are shown, which may have moved out of the sent rows */
  protected settleList(known: KnownIds, found: Found | null): void {
    const { list } = this;
    const before = this.view.cursors[list];
    const wasAwaited = before?.awaited === true;
    this.settle(this.ofLists(() => known));
    const moved = this.movedTo(before, known, found);
    if (moved !== null) this.view = { ...this.view, cursors: this.ofLists(() => moved) };
    if (wasAwaited) this.view = { ...this.view, reading: this.view.cursors[list]?.id ?? this.view.reading };
  }

  /** Returns the cursor of a selected row that moved out of the sent rows; `null` if it is not in the list or should not be followed. */
  private movedTo(before: Cursor | null, known: KnownIds, found: Found | null): Cursor | null {
    if (!this.follows || before === null || before.id === null || found?.id !== before.id || found.index === null) return null;
    const cursor = this.view.cursors[this.list];
    const isThere = cursor !== null && (isAtCursor(cursor, known) || (cursor.id === found.id && cursor.index === found.index));
    return isThere ? null : { index: found.index, id: found.id, awaited: false };
  }

  /** Scrolls to the sought item once its index is known. */
  protected find(found: Found | null): void {
    if (found === null || found.id !== this.seeking) return;
    this.seeking = null;
    const { id, index } = found;
    if (index === null) this.view = { ...this.view, cursors: this.ofLists(() => null) };
    else this.view = { ...this.startAt(index), cursors: this.ofLists(() => ({ index, id, awaited: false })) };
    this.follows = index !== null;
  }
}
