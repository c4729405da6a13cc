import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAscii, isPrintableAscii, withoutMarks, wordsIn } from '../../../../src/engine/text/ascii.ts';
import { plainScalar } from '../../../../src/engine/text/frontmatter/frontmatter-scalars.ts';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'é', '7', ':', ' ', '#', '~', '/') }),
);

test('isAscii includes control characters, and isPrintableAscii does not', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  expect(ascii.filter((each) => !isAscii(each))).toEqual([]);
  expect(ascii.filter(isPrintableAscii).join('')).toBe(ascii.slice(32, 127).join(''));
  expect(['\u0080', 'é', '\u2028', '\ud800', 'aé'].filter((each) => isAscii(each) || isPrintableAscii(each))).toEqual([]);
});

test('wordsIn and withoutMarks match the Unicode classes', () => {
  expect(wordsIn('Don_t deploy\n2 times')).toEqual(['Don', 't', 'deploy', '2', 'times']);
  expect(withoutMarks('Café ﬁn')).toBe('Cafe fin');
  fc.assert(
    fc.property(anyText, (text) => {
      expect(wordsIn(text)).toEqual(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
      expect(withoutMarks(text)).toBe(text.normalize('NFKD').replace(/\p{M}/gu, ''));
    }),
  );
});

test.each([
  ['(a) b', '(a) b'],
  ['~/x', '~/x'],
  ['$HOME', '$HOME'],
  ['a: b', undefined],
  ['a:', undefined],
  ['a #b', undefined],
  ['!a', undefined],
  ['a\u0007', undefined],
])('the plain scalar %j is read as %j in ASCII and beyond it', (text, value) => {
  expect(plainScalar(text)).toBe(value);
  expect(plainScalar(`${text.slice(0, 1)}${text.slice(1).replace('b', 'bé')}`)).toBe(value?.replace('b', 'bé'));
});
