import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Numbers, Postings } from '../../../../src/engine/vault/search/postings.ts';
import { Vocabulary } from '../../../../src/engine/vault/search/vocabulary.ts';

test('Postings contain the added and not removed numbers, ascending and without duplicates', () => {
  const step = fc.tuple(fc.boolean(), fc.constantFrom('a', 'b'), fc.nat(9));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const postings = new Postings();
      const expected = { a: new Set<number>(), b: new Set<number>() };
      for (const [isAddition, text, number] of steps) {
        if (isAddition) {
          postings.add(text, number);
          expected[text].add(number);
          continue;
        }
        expected[text].delete(number);
        expect(postings.remove(text, number)).toBe(expected[text].size === 0);
      }
      expect(postings.get('a')).toEqual([...expected.a].sort());
      expect(postings.get('b')).toEqual([...expected.b].sort());
    }),
  );
});

test('Numbers reuse a number that was given back, which has no item in between', () => {
  const numbers = new Numbers<string>();
  const [first, second] = [numbers.take('a'), numbers.take('b')];
  numbers.giveBack(first);
  expect([numbers.get(first), numbers.get(second), [...numbers.all()]]).toEqual([null, 'b', ['b']]);
  expect(numbers.take('c')).toBe(first);
  expect([numbers.get(first), numbers.limit]).toEqual(['c', 2]);
});

test('Vocabulary contains each token once, and finds it by any substring', () => {
  const vocabulary = new Vocabulary();
  for (const token of ['deploy', 'deploy', 'ploy', 'risk', 'x']) vocabulary.add(token);
  expect([...vocabulary.containing('plo')]).toEqual(['deploy', 'ploy']);
  expect([...vocabulary.containing('x')]).toEqual(['x']);
  expect([...vocabulary.containing('polo')]).toEqual([]);
  vocabulary.delete('deploy');
  vocabulary.delete('never');
  expect([...vocabulary.containing('ploy')]).toEqual(['ploy']);
});
