import type { CrtxState, CrtxStep, CrtxView, ValueDetail } from '../../src/host/crtx/protocol.ts';
import { knownIds } from '../cursor.ts';
import { rangeFrom } from '../grid/ranges.ts';
import { PageStore, type StoreOptions } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { ofLists, readSavedCrtx, type SavedCrtx } from './saved-crtx.ts';

/** Largest number of expanded values, which is also the host's limit. Beyond it, those expanded first are collapsed. */
const MAX_UNFOLDED = 2_000;

/** Returns the ids of the ancestors of a value, outermost first. */
function holdersOf(id: string): readonly string[] {
  const path: unknown = JSON.parse(id);
  return Array.isArray(path) ? path.slice(0, -1).map((_, level) => JSON.stringify(path.slice(0, level + 1))) : [];
}

/** Store of the readable view of a file. */
export class CrtxStore extends PageStore<'values', CrtxState, CrtxView, CrtxStep, SavedCrtx> {
  /** Value to select in the tree once its position is known. */
  private seeking: string | null = null;

  constructor(around: StoreOptions<CrtxView, CrtxStep>) {
    super(around, ofLists, readSavedCrtx(around.saved));
  }

  override choose(list: 'values', index: number): void {
    super.choose(list, index);
    this.follow();
  }

  /** Collapses or expands a value. */
  fold(id: string, hidden: boolean): void {
    const others = this.view.unfolded.filter((each) => each !== id);
    this.change({ ...this.view, unfolded: hidden ? others : [...others, id].slice(-MAX_UNFOLDED) });
  }

  /** Collapses everything except the data of the file. */
  foldAll(): void {
    const { unfolded } = readSavedCrtx(null);
    this.change({ ...this.startAt(0), unfolded });
  }

  lookFor(search: string): void {
    this.seeking = null;
    this.change({ ...this.startAt(0), search, cursors: { values: null } });
  }

  /** Shows a value in the tree. */
  reveal(id: string): void {
    const holders = holdersOf(id);
    this.seeking = id;
    const unfolded = [...this.view.unfolded.filter((each) => !holders.includes(each)), ...holders].slice(-MAX_UNFOLDED);
    this.change({ ...this.view, unfolded, search: '', reading: id });
  }

  private startAt(first: number): SavedCrtx {
    this.ranges = { values: rangeFrom(first) };
    return { ...this.view, tops: { values: first } };
  }

  /** Shows the details of the row that is selected in the list. */
  private follow(): void {
    const id = this.view.cursors.values?.id ?? null;
    if (id !== null && id !== this.view.reading) this.change({ ...this.view, reading: id });
  }

  protected override takeIn({ snapshot: { now, values, found, detail } }: CrtxState, at: number): void {
    this.clock.set(now, at);
    const wasAwaited = this.view.cursors.values?.awaited === true;
    this.settle({ values: knownIds(values, ({ id }) => id) });
    if (wasAwaited) this.view = { ...this.view, reading: this.view.cursors.values?.id ?? this.view.reading };
    if (found === null) this.find(detail);
  }

  private find(detail: ValueDetail | null): void {
    if (detail === null || detail.id !== this.seeking || detail.index === null) return;
    this.seeking = null;
    this.view = { ...this.startAt(detail.index), cursors: { values: { index: detail.index, id: detail.id, awaited: false } } };
  }

  protected override wanted(): CrtxView {
    const { unfolded, search, reading } = this.view;
    return { values: this.ranges.values, unfolded, search, chosen: reading };
  }
}

export const { Context: CrtxContext, use: useCrtx } = storeContext<CrtxStore>();
