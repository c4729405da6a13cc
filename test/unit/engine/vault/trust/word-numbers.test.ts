import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from '../../../../../src/engine/vault/trust/similarity.ts';
import { WordNumbers } from '../../../../../src/engine/vault/trust/word-numbers.ts';

test('in numbers the words that splitWords returns, in the order of their first occurrence', () => {
  const parts = fc.constantFrom('ab', 'Ab', 'a', 'b9', '_', ' ', '\n', '\u00e9', 'e\u0301', '\u212a', 'k', '\u{1d400}', '\u{1f600}', '-');
  const text = fc.array(fc.oneof(parts, fc.string()), { maxLength: 40 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const numbers = new WordNumbers();
      const found = texts.map((each) => numbers.in(each).map((number) => numbers.words[number]));
      const expected = texts.map(splitWords);
      expect(found).toEqual(expected);
      expect(numbers.words).toEqual([...new Set(expected.flat())]);
      expect(numbers.words.map((word) => numbers.of(word))).toEqual([...numbers.words.keys()]);
    }),
  );
});

test('words keep their numbers while their table grows', () => {
  const numbers = new WordNumbers();
  const words = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}`);
  expect(numbers.in(words.join(' '))).toEqual([...words.keys()]);
  expect(words.map((word) => numbers.of(word))).toEqual([...words.keys()]);
});

test('of finds a text that is no word, too', () => {
  const numbers = new WordNumbers();
  expect([numbers.of('#'), numbers.of('a'), numbers.of('#')]).toEqual([0, 1, 0]);
});

test('words of one list come first in the order of rarity', () => {
  const numbers = new WordNumbers();
  const [frequent, alone, rare] = ['frequent', 'alone', 'rare'].map((word) => numbers.of(word));
  const { ranks, single } = numbers.byRarity(Int32Array.of(3, 1, 2));
  expect([single, ranks[alone ?? 0], ranks[rare ?? 0], ranks[frequent ?? 0]]).toEqual([1, 0, 1, 2]);
});
