import { expect, test } from 'vitest';
import { type Cursor, cursorAt, keyTarget, placeCursor } from '../../../webview/cursor.ts';

const ids = ['c', 'd', 'e'];
const known = { total: 10, from: 2, ids };
const on = (index: number, id: string | null, awaited = false): Cursor => ({ index, id, awaited });

test('a loaded row is selected at once, another row when it arrives', () => {
  expect(cursorAt(3, known)).toEqual(on(3, 'd'));
  expect(cursorAt(7, known)).toEqual(on(7, null, true));
  expect(cursorAt(0, known)).toEqual(on(0, null, true));
  expect(placeCursor(on(4, null, true), known)).toEqual(on(4, 'e'));
  expect(placeCursor(on(7, null, true), known)).toEqual(on(7, null, true));
});

test('a selected row is found at its new index', () => {
  expect(placeCursor(on(9, 'd'), known)).toEqual(on(3, 'd'));
});

test('a selected row outside the loaded rows keeps its index', () => {
  expect(placeCursor(on(8, 'x'), known)).toEqual(on(8, 'x'));
  expect(placeCursor(on(1, 'x'), known)).toEqual(on(1, 'x'));
});

test('a removed row leaves nothing selected at its index', () => {
  const gone = placeCursor(on(3, 'x'), known);
  expect(gone).toEqual(on(3, null));
  expect(placeCursor(gone, known)).toEqual(on(3, null));
});

test('the index is clamped to a shorter list', () => {
  expect(placeCursor(on(12, 'x'), { total: 5, from: 0, ids })).toEqual(on(4, null));
  expect(placeCursor(on(12, null), { total: 5, from: 0, ids })).toEqual(on(4, null));
  expect(placeCursor(on(1, 'd'), { total: 0, from: 0, ids: [] })).toBeNull();
});

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', -1, 0],
  ['ArrowUp', 3, 2],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['PageDown', 3, 6],
  ['PageDown', 8, 9],
  ['PageUp', 2, 0],
  ['x', 2, undefined],
])('%s at row %d moves to row %s', (key, from, to) => {
  expect(keyTarget(key, from, 10, 4)).toBe(to);
});

test('no key moves the cursor in an empty list', () => {
  expect(keyTarget('End', -1, 0, 4)).toBeUndefined();
});

test('a selected row keeps its index if another row has the same id', () => {
  const cursor = { index: 2, id: 'same', awaited: false };
  expect(placeCursor(cursor, { total: 3, from: 0, ids: ['same', 'x', 'same'] })).toEqual(cursor);
});
