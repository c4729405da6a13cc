import type { Cursor } from './cursor.ts';

/** Saved state of each long list of a page. */
export interface SavedLists<List extends string> {
  readonly cursors: Readonly<Record<List, Cursor | null>>;
  /** First row in view of each list. */
  readonly tops: Readonly<Record<List, number>>;
}

/** Builds a record with one value for each list of a page. */
export type OfLists<List extends string> = <Value>(of: (list: List) => Value) => Record<List, Value>;

/** Helpers for parsing saved state, perhaps of another version of a page. Invalid parts are ignored. */

export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

const asIndex = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0);

export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const textsOrNone = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

function asCursor(value: unknown): Cursor | null {
  const id = readField(value, 'id');
  return typeof id === 'string' ? { index: asIndex(readField(value, 'index')), id, awaited: false } : null;
}

/** Parses the saved positions in each list of a page. */
export function savedLists<List extends string>(saved: unknown, ofLists: OfLists<List>): SavedLists<List> {
  const [cursors, tops] = [readField(saved, 'cursors'), readField(saved, 'tops')];
  return { cursors: ofLists((list) => asCursor(readField(cursors, list))), tops: ofLists((list) => asIndex(readField(tops, list))) };
}

/** Returns the value if it is a key of the table, else `fallback`. */
export function keyOrFallback<Key extends string>(value: unknown, table: Readonly<Record<Key, unknown>>, fallback: Key): Key {
  return isKey(table)(value) ? value : fallback;
}

export const isKey =
  <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  (value: unknown): value is Key =>
    typeof value === 'string' && Object.hasOwn(table, value);
