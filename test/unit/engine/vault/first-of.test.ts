import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeFirst } from '../../../../src/engine/vault/first-of.ts';

const ascending = (one: number, other: number) => one - other;

test('firstOf returns the beginning of the sorted items', () => {
  const things = fc.array(fc.nat(500), { maxLength: 1_200, size: 'max' });
  fc.assert(
    fc.property(things, fc.constantFrom(0, 1, 7, 300, 2_000, Number.POSITIVE_INFINITY), (numbers, count) => {
      expect(takeFirst(numbers, count, ascending)).toEqual([...numbers].sort(ascending).slice(0, count));
    }),
    { numRuns: 60 },
  );
});

test('firstOf compares most of the other items only once', () => {
  let compared = 0;
  takeFirst(
    Array.from({ length: 50_000 }, (_, n) => n),
    10,
    (one, other) => {
      compared += 1;
      return one - other;
    },
  );
  expect(compared).toBeLessThan(60_000);
});
