import type {
  LocksFilter,
  LocksRequest,
  LocksSorting,
  LocksState,
  LocksStep,
  LocksView,
} from '../../src/host/dashboards/locks/protocol.ts';
import { knownIds } from '../cursor.ts';
import { rangeFrom } from '../grid/ranges.ts';
import { PageStore, type StoreOptions } from '../page-store.ts';
import { storeContext } from '../store-context.ts';
import { NO_FILTER, ofLists, readSavedLocks, type SavedLocks } from './saved-locks.ts';

/** Store of the Locks dashboard. */
export class LocksStore extends PageStore<'held', LocksState, LocksView, LocksStep, SavedLocks> {
  constructor(around: StoreOptions<LocksView, LocksStep>) {
    super(around, ofLists, readSavedLocks(around.saved));
  }

  /** Changes the filter, and scrolls to the first lock. */
  filter(change: Partial<LocksFilter>): void {
    this.begin({ filter: { ...this.view.filter, ...change } });
  }

  /** Changes the sort order, and scrolls to the first lock. */
  sort(sorting: LocksSorting): void {
    this.begin({ sorting });
  }

  private begin(change: Partial<SavedLocks>): void {
    this.ranges = { held: rangeFrom(0) };
    this.change({ ...this.view, ...change, tops: { held: 0 } });
  }

  protected override takeIn(state: LocksState, at: number): void {
    if (state.kind !== 'locks') return;
    const { now, locks, request } = state.snapshot;
    this.clock.set(now, at);
    this.settle({ held: knownIds(locks, ({ id }) => id) });
    this.grant(request);
  }

  /** Shows a lock that was requested elsewhere in the editor, only once even when the page is reloaded. */
  private grant(request: LocksRequest | null): void {
    if (request === null || request.id === this.view.granted) return;
    const { id, lock, index } = request;
    this.wantsKeys = true;
    this.ranges = { held: rangeFrom(index) };
    const cursors = { held: { index, id: lock, awaited: false } };
    this.view = { ...this.view, granted: id, filter: NO_FILTER, cursors, tops: { held: index } };
  }

  protected override wanted(): LocksView {
    const { filter, sorting, cursors } = this.view;
    return { filter, sorting, locks: this.ranges.held, chosen: cursors.held?.id ?? null };
  }
}

export const { Context: LocksContext, use: useLocks } = storeContext<LocksStore>();
