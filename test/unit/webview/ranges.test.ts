import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeAround, rowAt } from '../../../webview/grid/ranges.ts';

test('rangeAround covers the visible rows and some on either side at any scroll position', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(100), (first, screenful) => {
      const { from, count } = rangeAround(first, first + screenful);
      expect(from).toBeLessThanOrEqual(Math.max(0, first - 25));
      expect(from + count).toBeGreaterThan(first + screenful + 25);
      expect(count).toBeLessThanOrEqual(screenful + 100);
    }),
  );
});

test('rangeAround is the same after scrolling a little', () => {
  expect(rangeAround(51, 70)).toEqual(rangeAround(50, 74));
});

test('rowAt finds a row by its index in the whole list, and none outside of the page', () => {
  const page = { total: 10, from: 3, rows: ['d', 'e'] };
  expect([2, 3, 4, 5].map((index) => rowAt(page, index))).toEqual([undefined, 'd', 'e', undefined]);
});
