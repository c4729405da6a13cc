import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { partitionPoint } from '../text/partition-point.ts';

/** A current entry, as a ledger holds it. */
export interface Held {
  /** As it was recorded, with what was taken over since except children. Replaced and never changed. */
  entry: TimelineEntry;
  /** Children that are not in the entry's own list. */
  readonly added: string[];
  /** All children, once they are looked for. */
  children: Set<string> | null;
  /** The entry with all children; `null` when it is to be made anew. */
  view: TimelineEntry | null;
  /** Ordinal of the last record that changed what `view` shows. */
  changed: number;
}

/** The entry as it is shown. */
export function viewOf(held: Held): TimelineEntry {
  const { entry, added } = held;
  // In order of their ids, which is that of their making: so all clones agree, whoever learned of which first.
  held.view ??= added.length === 0 ? entry : { ...entry, children: [...(entry.children ?? []), ...added].sort() };
  return held.view;
}

/** True when the children have become one more. */
export function addChild(held: Held, id: string): boolean {
  held.children ??= new Set([...(held.entry.children ?? []), ...held.added]);
  if (held.children.has(id)) return false;
  held.children.add(id);
  held.added.push(id);
  held.view = null;
  return true;
}

/** The place in an ordered list behind everything that is not younger. */
export function indexAfter(order: readonly Held[], timestamp: number): number {
  const isBefore = (held: Held | undefined): boolean => (held?.entry.timestamp ?? 0) <= timestamp;
  return isBefore(order.at(-1)) ? order.length : partitionPoint(order.length, (index) => isBefore(order[index]));
}

/** Two lists in order as one; of equals those of the first list come first. */
export function* merged(older: readonly Held[], younger: readonly Held[]): Generator<Held> {
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
