import type { EntryDetail, EntryWish, TimelineFilter, TimelineState, TimelineStep, TimelineView } from '../../src/contract/timeline.ts';
import { knownIds } from '../cursor.ts';
import { PageStore, type Surroundings } from '../page-store.ts';
import { rangeFrom, sameRange } from '../ranges.ts';
import { type Choices, EVERYTHING, ofLists, readSavedTimeline, type SavedTimeline } from './saved-timeline.ts';
import { askedIn, asking } from './search-words.ts';

/** All that the Timeline dashboard knows. */
export class TimelineStore extends PageStore<'entries', TimelineState, TimelineView, TimelineStep, SavedTimeline> {
  /** The entry that is to be found in the list when it is known where it stands. */
  private seeking: string | null = null;
  private wantsKeys = false;
  private filter: { readonly of: Choices; readonly is: TimelineFilter } | null = null;

  constructor(around: Surroundings<TimelineView, TimelineStep>) {
    super(around, ofLists, readSavedTimeline(around.saved));
  }

  override choose(list: 'entries', index: number): void {
    super.choose(list, index);
    this.follow();
  }

  /** Shows other entries from now on, from the newest. */
  narrow(change: Partial<Choices>): void {
    this.change({ ...this.startAt(0), choices: { ...this.view.choices, ...change } });
  }

  /** Shows only entries that are about the same file or task, or refer to the same. */
  narrowTo(name: 'file' | 'task' | 'ref', value: string): void {
    this.narrow({ search: asking(this.view.choices.search, name, value) });
  }

  /** Goes back to the newest. */
  showNewest(): void {
    this.change(this.startAt(0));
  }

  /** Shows all of an entry, and where it stands in the list, if it does. */
  read(id: string): void {
    this.seeking = id;
    this.change({ ...this.view, reading: id });
  }

  /** Whether the keys are to go into the list now: said once, when an entry that was asked for elsewhere is found in it. */
  takeKeys(): boolean {
    const { wantsKeys } = this;
    this.wantsKeys = false;
    return wantsKeys;
  }

  private startAt(first: number): SavedTimeline {
    this.ranges = { entries: rangeFrom(first) };
    return { ...this.view, tops: { entries: first } };
  }

  /** What is chosen in the list is read. */
  private follow(): void {
    const id = this.view.cursors.entries?.id ?? null;
    if (id === null || id === this.view.reading) return;
    this.seeking = null;
    this.change({ ...this.view, reading: id });
  }

  protected override takeIn(state: TimelineState, at: number): void {
    if (state.kind !== 'timeline') return;
    const { now, entries, detail, wish } = state.snapshot;
    this.clock.set(now, at);
    const wasAwaited = this.view.cursors.entries?.awaited === true;
    this.settle({ entries: knownIds(entries, ({ id }) => id) });
    if (wasAwaited) this.view = { ...this.view, reading: this.view.cursors.entries?.id ?? this.view.reading };
    this.grant(wish);
    this.find(detail);
  }

  /** Shows what was asked for elsewhere in the editor; once, also when the page is made anew. */
  private grant(wish: EntryWish | null): void {
    if (wish === null || wish.id === this.view.granted) return;
    this.seeking = wish.entry;
    this.wantsKeys = true;
    this.view = { ...this.view, granted: wish.id, reading: wish.entry, choices: EVERYTHING };
  }

  private find(detail: EntryDetail | null): void {
    if (detail === null || detail.row.id !== this.seeking) return;
    this.seeking = null;
    const { index, row } = detail;
    if (index === null) this.view = { ...this.view, cursors: { entries: null } };
    else this.view = { ...this.startAt(index), cursors: { entries: { index, id: row.id, awaited: false } } };
  }

  protected override wanted(): TimelineView {
    const { choices, reading, tops } = this.view;
    const { search, ...others } = choices;
    // What has not changed is the same object: by that it is known.
    if (this.filter?.of !== choices) this.filter = { of: choices, is: { ...others, ...askedIn(search) } };
    return { filter: this.filter.is, entries: this.ranges.entries, chosen: reading, held: tops.entries > 0 };
  }

  protected override isSame(one: TimelineView, other: TimelineView): boolean {
    const isSameView = one.filter === other.filter && one.chosen === other.chosen && one.held === other.held;
    return isSameView && sameRange(one.entries, other.entries);
  }
}
