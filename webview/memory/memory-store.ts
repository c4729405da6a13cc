import type { MemoryState, MemoryStep, MemoryView, NotesFilter } from '../../src/host/dashboards/memory/protocol.ts';
import { knownIds } from '../cursor.ts';
import type { StoreOptions } from '../page-store.ts';
import { ReadingStore } from '../reading-store.ts';
import { storeContext } from '../store-context.ts';
import { limitSearchText, NO_FILTER, ofLists, readSavedMemory, type SavedMemory } from './saved-memory.ts';

/** Store of the Memory dashboard. */
export class MemoryStore extends ReadingStore<'notes', MemoryState, MemoryView, MemoryStep, NotesFilter, SavedMemory> {
  constructor(around: StoreOptions<MemoryView, MemoryStep>) {
    super(around, 'notes', ofLists, readSavedMemory(around.saved));
  }

  /** Shows only notes with this tag. */
  narrowToTag(tag: string): void {
    this.narrow({ ...NO_FILTER, search: limitSearchText(/[\s"]/u.test(tag) ? `tag:"${tag.replaceAll('"', '""')}" ` : `tag:${tag} `) });
  }

  protected override takeIn(state: MemoryState, at: number): void {
    if (state.kind !== 'memory') return;
    const { now, notes, detail, request } = state.snapshot;
    this.clock.set(now, at);
    const found = detail === null ? null : { id: detail.row.path, index: detail.index };
    this.settleList(
      knownIds(notes, ({ path }) => path),
      found,
    );
    this.grant(request, { ...NO_FILTER, search: limitSearchText(request?.search ?? '') }, null);
    this.find(found);
  }

  protected override wanted(): MemoryView {
    const { choices, reading } = this.view;
    return { filter: choices, notes: this.ranges.notes, chosen: reading };
  }
}

export const { Context: MemoryContext, use: useMemory } = storeContext<MemoryStore>();
