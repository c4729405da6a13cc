import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeAround, rowAt } from '../../../webview/grid/ranges.ts';

test('the rows in view and some on either side are asked for, however far one has scrolled', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(100), (first, screenful) => {
      const { from, count } = rangeAround(first, first + screenful);
      expect(from).toBeLessThanOrEqual(Math.max(0, first - 25));
      expect(from + count).toBeGreaterThan(first + screenful + 25);
      expect(count).toBeLessThanOrEqual(screenful + 100);
    }),
  );
});

test('a little scrolling asks for the same rows again', () => {
  expect(rangeAround(51, 70)).toEqual(rangeAround(50, 74));
});

test('a row is found by its place in the whole list, and not beyond what was sent', () => {
  const page = { total: 10, from: 3, rows: ['d', 'e'] };
  expect([2, 3, 4, 5].map((index) => rowAt(page, index))).toEqual([undefined, 'd', 'e', undefined]);
});
