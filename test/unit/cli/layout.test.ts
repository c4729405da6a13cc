import { expect, test } from 'vitest';
import { printJson } from '../../../src/cli/print.ts';
import { table } from '../../../src/cli/text/layout.ts';

test('a table of six hundred thousand rows is as wide as its widest cell', () => {
  const rows = Array.from({ length: 600_000 }, (_, n) => [n === 500_000 ? 'widest' : 'w', 'x']);
  const lines = table(rows).split('\n');
  expect(lines).toHaveLength(rows.length);
  expect([lines[0], lines[500_000]]).toEqual(['w       x', 'widest  x']);
});

test('a long cell is cut, and does not make the other rows as wide as it was', () => {
  const long = 'a'.repeat(1_048_576);
  const [first = '', second = ''] = table([
    [long, long],
    ['b', 'c'],
  ]).split('\n');
  expect(first).toMatch(/^a{99}… {2}a{399}…$/);
  expect(second).toBe(`b${' '.repeat(101)}c`);
});

test('no character is cut in two, and the last column shows more', () => {
  expect(table([['👩'.repeat(60), 'x'.repeat(400)]])).toBe(`${'👩'.repeat(49)}…  ${'x'.repeat(400)}`);
});

test('an answer as JSON moves no cursor and hides nothing, and is the same JSON', () => {
  const said: string[] = [];
  const answer = { 'key\u009b': ['C1 \u009b2J\u0085', 'DEL \u007f', 'bidi \u202e\u2066', 'hidden \u200b\u{e0041}', '\u2028', 'é 日本 👩'] };
  printJson({ write: (text) => said.push(text), error: () => {} }, answer);
  const text = said.join('');
  expect(text.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
  expect(text).toContain('"C1 \\u009b2J\\u0085"');
  expect(text).toContain('é 日本 👩');
  expect(JSON.parse(text)).toEqual(answer);
});
