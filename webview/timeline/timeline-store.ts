import type { TimelineState, TimelineStep, TimelineView } from '../../src/host/dashboards/timeline/protocol.ts';
import { knownIds } from '../cursor.ts';
import type { StoreOptions } from '../page-store.ts';
import { ReadingStore } from '../reading-store.ts';
import { storeContext } from '../store-context.ts';
import { type Choices, NO_FILTER, ofLists, readSavedTimeline, type SavedTimeline } from './saved-timeline.ts';
import { formatSearch, parseSearch } from './search-words.ts';

/** Store of the Timeline dashboard. */
export class TimelineStore extends ReadingStore<'entries', TimelineState, TimelineView, TimelineStep, Choices, SavedTimeline> {
  constructor(around: StoreOptions<TimelineView, TimelineStep>) {
    super(around, 'entries', ofLists, readSavedTimeline(around.saved));
  }

  /** Shows only entries about the same file or task, or with the same reference. */
  narrowTo(name: 'file' | 'task' | 'ref', value: string): void {
    this.narrow({ search: formatSearch(this.view.choices.search, name, value) });
  }

  protected override takeIn(state: TimelineState, at: number): void {
    if (state.kind !== 'timeline') return;
    const { now, entries, detail, request } = state.snapshot;
    this.clock.set(now, at);
    const found = detail === null ? null : { id: detail.row.id, index: detail.index };
    this.settleList(
      knownIds(entries, ({ id }) => id),
      found,
    );
    this.grant(request, NO_FILTER, request?.entry ?? null);
    this.find(found);
  }

  protected override wanted(): TimelineView {
    const { choices, reading, tops } = this.view;
    const { search, ...others } = choices;
    return { filter: { ...others, ...parseSearch(search) }, entries: this.ranges.entries, chosen: reading, held: tops.entries > 0 };
  }
}

export const { Context: TimelineContext, use: useTimeline } = storeContext<TimelineStore>();
