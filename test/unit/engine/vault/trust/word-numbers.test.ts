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

/** The hash of the table: FNV-1a. */
const hashOf = (word: string) => [...word].reduce((hash, each) => Math.imul(hash ^ each.charCodeAt(0), 0x01000193), 0x811c9dc5);

test('words with one place in the table have different numbers, also when it grows', () => {
  const alike: string[] = [];
  for (let n = 0; alike.length < 400; n += 1) if ((hashOf(`w${n}`) & 0xfff) === 7) alike.push(`w${n}`);
  const numbers = new WordNumbers();
  expect(numbers.in(alike.join(' '))).toEqual([...alike.keys()]);
  const more = Array.from({ length: 2_000 }, (_, n) => `v${n}`);
  expect(numbers.in([...more, ...alike].join(' '))).toEqual([...more.map((_, n) => 400 + n), ...alike.keys()]);
  expect(numbers.words).toEqual([...alike, ...more]);
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
