import type { Page } from '../src/host/dashboards/protocol.ts';

/** The row of a list that a person has chosen. */
export interface Cursor {
  /** Its place in the whole list, when it was last seen there. */
  readonly index: number;
  /** `null`: no row is chosen, and steps have nothing to act on; the place is where the next key press starts from. */
  readonly id: string | null;
  /** The row at `index` is chosen as soon as the host has sent it. */
  readonly awaited: boolean;
}

/** The part of a list that the host has sent, as ids. */
export interface KnownIds {
  readonly total: number;
  readonly from: number;
  readonly ids: readonly string[];
}

/** The ids of the rows that the host has sent of a list. */
export function knownIds<Row>({ total, from, rows }: Page<Row>, idOf: (row: Row) => string): KnownIds {
  return { total, from, ids: rows.map(idOf) };
}

/** Chooses the row at a place, which may not be there yet. */
export function cursorAt(index: number, { from, ids }: KnownIds): Cursor {
  const id = index < from ? null : (ids[index - from] ?? null);
  return { index, id, awaited: id === null };
}

/**
 * Finds the chosen row again after the list has changed. A row that has gone leaves nothing chosen, never its neighbour:
 * the person might be about to act on it.
 */
export function settle(cursor: Cursor | null, known: KnownIds): Cursor | null {
  const { total, from, ids } = known;
  if (cursor === null || total === 0) return null;
  const index = Math.min(cursor.index, total - 1);
  if (cursor.id === null) return cursor.awaited ? cursorAt(index, known) : { ...cursor, index };
  // In a file that nobody has checked an id may be there twice: the row that has it still is the one that was chosen.
  if (ids[index - from] === cursor.id) return { ...cursor, index };
  const found = ids.indexOf(cursor.id);
  if (found !== -1) return { ...cursor, index: from + found };
  const couldBeElsewhere = index === cursor.index && (index < from || index >= from + ids.length);
  return couldBeElsewhere ? cursor : { index, id: null, awaited: false };
}

/** Whether a row is chosen that stands, among those that the host has sent, where it is said to. */
export function stands({ index, id }: Cursor, { from, ids }: KnownIds): boolean {
  return id !== null && ids[index - from] === id;
}

/**
 * Where a key leads in a list.
 * @param key as in `KeyboardEvent.key`
 * @param index of the row that is chosen, -1 for none
 * @param screenful how many rows are in view
 * @returns the index of a row; nothing when the key is not one of those, or there is no row
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
