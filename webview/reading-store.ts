import { type Cursor, type KnownIds, stands } from './cursor.ts';
import { rangeFrom } from './grid/ranges.ts';
import { PageStore, type Surroundings } from './page-store.ts';
import type { OfLists, SavedLists } from './saved.ts';

/** What outlives a reload of a page on which one thing of a list is read. */
export interface SavedReading<List extends string, Choices> extends SavedLists<List> {
  /** What is to be in the list. */
  readonly choices: Choices;
  /** The id of what is read. */
  readonly reading: string | null;
  /** The id of the request that was granted last. */
  readonly granted: string | null;
}

/** The thing that is read, and its place in the list; `null` where it is not in it. */
interface Found {
  readonly id: string;
  readonly index: number | null;
}

/** All that a page knows on which one thing of a long list is read. */
export abstract class ReadingStore<
  List extends string,
  State,
  View,
  Step,
  Choices,
  Saved extends SavedReading<List, Choices>,
> extends PageStore<List, State, View, Step, Saved> {
  /** What is to be found in the list when it is known where it stands. */
  private seeking: string | null = null;
  /** Whether the row that is chosen is followed to where it stands: not into a list of others, where the keys would go on far away. */
  private follows = false;

  constructor(
    around: Surroundings<View, Step>,
    private readonly list: List,
    ofLists: OfLists<List>,
    view: Saved,
  ) {
    super(around, ofLists, view);
  }

  /** What is chosen in the list is read. */
  override choose(list: List, index: number): void {
    super.choose(list, index);
    this.follows = true;
    const id = this.view.cursors[list]?.id ?? null;
    if (id === null || id === this.view.reading) return;
    this.seeking = null;
    this.change({ ...this.view, reading: id });
  }

  /** Shows others from now on, from the first. */
  narrow(change: Partial<Choices>): void {
    this.change({ ...this.startAt(0), choices: { ...this.view.choices, ...change } });
  }

  /** Goes back to the first. */
  showFirst(): void {
    this.change(this.startAt(0));
  }

  /** Shows all of something, and where it stands in the list, if it does. */
  read(id: string): void {
    this.seeking = id;
    this.change({ ...this.view, reading: id });
  }

  private startAt(first: number): Saved {
    this.ranges = this.ofLists(() => rangeFrom(first));
    this.follows = false;
    return { ...this.view, tops: this.ofLists(() => first) };
  }

  /** Shows what was asked for elsewhere in the editor; once, also when the page is made anew. @param reading `null`: what was read before */
  protected grant(request: { readonly id: string } | null, choices: Choices, reading: string | null): void {
    if (request === null || request.id === this.view.granted) return;
    this.wantsKeys = true;
    if (reading === null) this.view = { ...this.startAt(0), granted: request.id, choices };
    else {
      this.seeking = reading;
      this.view = { ...this.view, granted: request.id, choices, reading };
    }
  }

  /** Takes over the list as it is now. @param found what is read: where many come before it, it may have left the rows that were sent */
  protected settleList(known: KnownIds, found: Found | null): void {
    const { list } = this;
    const before = this.view.cursors[list];
    const wasAwaited = before?.awaited === true;
    this.settle(this.ofLists(() => known));
    const moved = this.movedTo(before, known, found);
    if (moved !== null) this.view = { ...this.view, cursors: this.ofLists(() => moved) };
    if (wasAwaited) this.view = { ...this.view, reading: this.view.cursors[list]?.id ?? this.view.reading };
  }

  /** Where the row that was chosen stands among those that were not sent; `null`: it is not there, or not to be followed. */
  private movedTo(before: Cursor | null, known: KnownIds, found: Found | null): Cursor | null {
    if (!this.follows || before === null || before.id === null || found?.id !== before.id || found.index === null) return null;
    const cursor = this.view.cursors[this.list];
    const isThere = cursor !== null && (stands(cursor, known) || (cursor.id === found.id && cursor.index === found.index));
    return isThere ? null : { index: found.index, id: found.id, awaited: false };
  }

  /** Goes to where the thing that is sought stands, when that is known. */
  protected find(found: Found | null): void {
    if (found === null || found.id !== this.seeking) return;
    this.seeking = null;
    const { id, index } = found;
    if (index === null) this.view = { ...this.view, cursors: this.ofLists(() => null) };
    else this.view = { ...this.startAt(index), cursors: this.ofLists(() => ({ index, id, awaited: false })) };
    this.follows = index !== null;
  }
}
