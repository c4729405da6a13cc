import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberLists } from '../../../../../src/engine/vault/trust/number-lists.ts';

test('firstsAlike returns for each list the first one with the same numbers, whatever their order', () => {
  const numbers = fc.uniqueArray(fc.oneof(fc.nat(3), fc.nat(0x7fff_ffff)), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 60 }), (all) => {
      const lists = new NumberLists();
      for (const each of all) lists.add(each);
      const texts = all.map((each) => [...each].sort((one, other) => one - other).join(' '));
      expect([...lists.firstsAlike()]).toEqual(texts.map((text) => texts.indexOf(text)));
    }),
  );
});
