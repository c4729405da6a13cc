import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, plain, splitPath, visible } from '../../../webview/text.ts';

test('plain escapes bidirectional and control characters', () => {
  expect(plain('a\u202Eb\u2066c\u0000d\u001b[31m')).toBe('a\\u{202e}b\\u{2066}c\\u{0}d\\u{1b}[31m');
});

test('plain collapses white space of any kind to one space', () => {
  expect(plain('  a\r\n\t b\u2028c  ')).toBe('a b c');
});

test('clip cuts a text between characters', () => {
  expect(clip('👍👍👍', 2)).toBe('👍👍…');
  expect(clip('👍👍', 2)).toBe('👍👍');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '👍', '\uD800', '\u0301'), maxLength: 20 }),
      fc.integer({ min: 1, max: 25 }),
      (text, most) => {
        const characters = Array.from(text);
        expect(clip(text, most)).toBe(characters.length > most ? `${characters.slice(0, most).join('')}…` : text);
      },
    ),
  );
});

test.each([
  ['src/a/b.ts', 'src/a/', 'b.ts'],
  ['b.ts', '', 'b.ts'],
  ['src/a/', 'src/', 'a/'],
  ['src/**', 'src/', '**'],
  ['/', '', '/'],
])('splits the path %s into %s and %s', (path, folder, name) => {
  expect(splitPath(path)).toEqual({ folder, name });
});

test('visible keeps line breaks, and escapes invisible characters', () => {
  expect(visible('a\r\n\tb\rc\n\nd')).toBe('a\n\tb\\u{d}c\n\nd');
  expect(visible('x\u202Ey\u200Bz\u{E0041}\u0000\u001b[31m\u2028')).toBe('x\\u{202e}y\\u{200b}z\\u{e0041}\\u{0}\\u{1b}[31m\\u{2028}');
  expect(visible('👩‍👧 میخ‌خواهم')).toBe('👩‍👧 میخ‌خواهم');
});
