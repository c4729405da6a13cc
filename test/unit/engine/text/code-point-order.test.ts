import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints, inCodePointOrder } from '../../../../src/engine/text/code-point-order.ts';

/** Texts that the order of units puts elsewhere, and some that are half of one character. */
const texts = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '/', '\ud7ff', '\ue000', '\uffff', '\u{1f600}', '\ud83d'), maxLength: 4 }),
);

test('many texts are put in the order in which any two of them are, each once', () => {
  fc.assert(
    fc.property(texts, (some) => {
      expect(inCodePointOrder(some)).toEqual([...new Set(some)].sort(compareCodePoints));
    }),
  );
  expect(inCodePointOrder(['\u{1f600}', '\ue000', 'a', '\u{1f600}'])).toEqual(['a', '\ue000', '\u{1f600}']);
});
