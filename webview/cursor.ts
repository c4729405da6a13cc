import type { Page } from '../src/host/dashboards/protocol.ts';

/** The selected row of a list. */
export interface Cursor {
  /** Last known index in the whole list. */
  readonly index: number;
  /** `null` when no row is selected. Then actions have no target, and the next key press starts at `index`. */
  readonly id: string | null;
  /** Whether to select the row at `index` once the host has sent it. */
  readonly awaited: boolean;
}

/** Ids of the part of a list that the host has sent. */
export interface KnownIds {
  readonly total: number;
  readonly from: number;
  readonly ids: readonly string[];
}

/** Returns the ids of the rows of a page. */
export function knownIds<Row>({ total, from, rows }: Page<Row>, idOf: (row: Row) => string): KnownIds {
  return { total, from, ids: rows.map(idOf) };
}

/** Returns a cursor at an index, whose row may not have been sent yet. */
export function cursorAt(index: number, { from, ids }: KnownIds): Cursor {
  const id = index < from ? null : (ids[index - from] ?? null);
  return { index, id, awaited: id === null };
}

/**
 * Finds the selected row again after the list changed. When the row has vanished, nothing is selected, and never its neighbour: the person
 * might be about to act on it.
 */
export function placeCursor(cursor: Cursor | null, known: KnownIds): Cursor | null {
  const { total, from, ids } = known;
  if (cursor === null || total === 0) return null;
  const index = Math.min(cursor.index, total - 1);
  if (cursor.id === null) return cursor.awaited ? cursorAt(index, known) : { ...cursor, index };
  // Unchecked files may contain an id twice. Prefer the row that still has the id at the old index.
  if (ids[index - from] === cursor.id) return { ...cursor, index };
  const found = ids.indexOf(cursor.id);
  if (found !== -1) return { ...cursor, index: from + found };
  const couldBeElsewhere = index === cursor.index && (index < from || index >= from + ids.length);
  return couldBeElsewhere ? cursor : { index, id: null, awaited: false };
}

/** Reports whether a cursor's row is among the sent rows at its index. */
export function isAtCursor({ index, id }: Cursor, { from, ids }: KnownIds): boolean {
  return id !== null && ids[index - from] === id;
}

/**
 * Returns the index that a navigation key moves to.
 * @param key as in `KeyboardEvent.key`
 * @param index of the selected row, -1 for none
 * @param screenful number of visible rows
 * @returns `undefined` for other keys, or an empty list
 */
export function keyTarget(key: string, index: number, total: number, screenful: number): number | undefined {
  const jump = Math.max(1, screenful - 1);
  const targets = new Map([
    ['ArrowDown', index + 1],
    ['ArrowUp', index - 1],
    ['PageDown', index + jump],
    ['PageUp', index - jump],
    ['Home', 0],
    ['End', total - 1],
  ]);
  const target = targets.get(key);
  return target === undefined || total === 0 ? undefined : Math.min(Math.max(target, 0), total - 1);
}
