import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints, inCodePointOrder } from '../../../../src/engine/text/code-point-order.ts';

/** Texts with another order by code unit, some with lone surrogates. */
const texts = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '/', '\ud7ff', '\ue000', '\uffff', '\u{1f600}', '\ud83d'), maxLength: 4 }),
);

test('inCodePointOrder sorts like pairwise comparison, without duplicates', () => {
  fc.assert(
    fc.property(texts, (some) => {
      expect(inCodePointOrder(some)).toEqual([...new Set(some)].sort(compareCodePoints));
    }),
  );
  expect(inCodePointOrder(['\u{1f600}', '\ue000', 'a', '\u{1f600}'])).toEqual(['a', '\ue000', '\u{1f600}']);
});
