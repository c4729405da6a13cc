import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { partitionPoint } from '../text/partition-point.ts';

/** A current entry in a ledger. */
export interface CurrentEntry {
  /** The recorded entry with later changes, except children. Replaced, never modified. */
  entry: TimelineEntry;
  /** Children that are not in the entry's own list. */
  readonly added: string[];
  /** All children; `null` until first needed. */
  children: Set<string> | null;
  /** Cache of the entry with all children; `null` after a change. */
  view: TimelineEntry | null;
  /** Ordinal of the last record that changed `view`. */
  changed: number;
}

/** Returns the entry with all its children. */
export function toTimelineEntry(held: CurrentEntry): TimelineEntry {
  const { entry, added } = held;
  // Sorted by id, which is the order of creation, so that all clones agree whatever order they learned of them.
  held.view ??= added.length === 0 ? entry : { ...entry, children: [...(entry.children ?? []), ...added].sort() };
  return held.view;
}

/** Adds a child. @returns whether it is new */
export function addChild(held: CurrentEntry, id: string): boolean {
  held.children ??= new Set([...(held.entry.children ?? []), ...held.added]);
  if (held.children.has(id)) return false;
  held.children.add(id);
  held.added.push(id);
  held.view = null;
  return true;
}

/** Returns the index after all entries that are not younger. */
export function indexAfter(order: readonly CurrentEntry[], timestamp: number): number {
  const isBefore = (held: CurrentEntry | undefined): boolean => (held?.entry.timestamp ?? 0) <= timestamp;
  return isBefore(order.at(-1)) ? order.length : partitionPoint(order.length, (index) => isBefore(order[index]));
}

/** Merges two ordered lists. Of equal times, entries of the first list come first. */
export function* mergeByTime(older: readonly CurrentEntry[], younger: readonly CurrentEntry[]): Generator<CurrentEntry> {
  let index = 0;
  for (const held of younger) {
    for (let next = older[index]; next !== undefined && next.entry.timestamp <= held.entry.timestamp; next = older[index]) {
      yield next;
      index += 1;
    }
    yield held;
  }
  yield* older.slice(index);
}
