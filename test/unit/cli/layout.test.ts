import { expect, test } from 'vitest';
import * as z from 'zod';
import { printJson } from '../../../src/cli/print.ts';
import {
  columnWidth,
  counted,
  dollars,
  duration,
  escapeText,
  percent,
  table,
  textOutput,
  timeLeft,
  whole,
} from '../../../src/cli/text/layout.ts';
import { defineOperation } from '../../../src/engine/platform/operation.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';

test('a table of six hundred thousand rows is as wide as its widest cell', () => {
  const rows = Array.from({ length: 600_000 }, (_, n) => [n === 500_000 ? 'widest' : 'w', 'x']);
  const lines = table(rows).split('\n');
  expect(lines).toHaveLength(rows.length);
  expect([lines[0], lines[500_000]]).toEqual(['w       x', 'widest  x']);
});

test('a long cell is truncated, and does not widen the other rows', () => {
  const long = 'a'.repeat(1_048_576);
  const [first = '', second = ''] = table([
    [long, long],
    ['b', 'c'],
  ]).split('\n');
  expect(first).toMatch(/^a{99}… {2}a{399}…$/);
  expect(second).toBe(`b${' '.repeat(101)}c`);
});

test('a path is not shortened, and does not widen the other rows', () => {
  const place = `src/${'deep/'.repeat(100)}ProtosWithAnnotationsTest.java:127`;
  expect(
    table([
      [whole(place), 'x'],
      ['src/a\u200b.ts:1', 'y'],
      ['last', whole(place)],
    ]).split('\n'),
  ).toEqual([`${place}  x`, `${'src/a\\u{200b}.ts:1'.padEnd(100)}  y`, `${'last'.padEnd(100)}  ${place}`]);
  expect(table([[whole('a'.repeat(1_048_576)), 'x']])).toMatch(/^a{4095}… {2}x$/);
});

test('a small share is not shown as 0', () => {
  expect([0, 0.004, 0.006, 1].map(percent)).toEqual(['0 %', '<1 %', '1 %', '100 %']);
});

test('column width is the width in a terminal', () => {
  const names = ['日本', 'ann', 'e\u0301', 'ｗide', '👍', 'Ж', '한국어', '▶ a', '❤\ufe0f'];
  expect(names.map(columnWidth)).toEqual([4, 3, 1, 5, 2, 1, 6, 3, 1]);
  expect(
    table([
      ['日本', 'x'],
      ['ann', 'y'],
    ]),
  ).toBe('日本  x\nann   y');
});

test('numbers have separators, and the noun for 1 is singular', () => {
  expect([counted(0, 'lock'), counted(1, 'lock'), counted(2, 'lock'), counted(1_234_567, 'entry', 'entries')]).toEqual([
    '0 locks',
    '1 lock',
    '2 locks',
    '1,234,567 entries',
  ]);
  expect([0, 999.994, 1_000, -0.5, -1_234_567.891, 1e21].map(dollars)).toEqual([
    ...['$0.00', '$999.99', '$1,000.00', '$-0.50', '$-1,234,567.89', '$1e+21'],
  ]);
  const HOUR = 3_600_000;
  expect([47.5 * HOUR, 48 * HOUR, 9_000_001 * HOUR].map(duration)).toEqual(['47 h 30 min', '2 d 0 h', '375,000 d 1 h']);
});

test('remaining time is rounded up, elapsed time down', () => {
  const MINUTE = 60_000;
  const left = [-5, 0, 1, 1_000, 58_999, 59_000, 59_001, MINUTE, MINUTE + 1, 10 * MINUTE - 1, 120 * MINUTE - 1, 121 * MINUTE];
  expect(left.map((ms) => timeLeft(1_000 + ms, 1_000))).toEqual([
    ...['0 s left', '0 s left', '1 s left', '1 s left', '59 s left', '59 s left', '1 min left', '1 min left', '2 min left'],
    ...['10 min left', '2 h 0 min left', '2 h 1 min left'],
  ]);
  expect([59_999, 10 * MINUTE - 1].map(duration)).toEqual(['59 s', '9 min']);
});

test('truncation splits no character, and the last column may be longer', () => {
  expect(table([['👩'.repeat(60), 'x'.repeat(400)]])).toBe(`${'👩'.repeat(49)}…  ${'x'.repeat(400)}`);
});

test('bidirectional, control and invisible characters are escaped; variation selectors of emoji are not', () => {
  expect(['a\u202eb', '\u200f\u2066', '\u001b[2J\u009b', 'x\u200by', '\u3164\u115f', '\u034f\u{e0041}'].map(escapeText)).toEqual([
    ...['a\\u{202e}b', '\\u{200f}\\u{2066}', '\\u{1b}[2J\\u{9b}', 'x\\u{200b}y', '\\u{3164}\\u{115f}', '\\u{34f}\\u{e0041}'],
  ]);
  expect(escapeText('é 日本 ❤\ufe0f שלום')).toBe('é 日本 ❤\ufe0f שלום');
});

test('JSON output escapes control and invisible characters, and parses to the same value', () => {
  const said: string[] = [];
  const answer = { 'key\u009b': ['C1 \u009b2J\u0085', 'DEL \u007f', 'bidi \u202e\u2066', 'hidden \u200b\u{e0041}', '\u2028', 'é 日本 👩'] };
  printJson({ write: (text) => said.push(text), error: () => {} }, answer);
  const text = said.join('');
  expect(text.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
  expect(text).toContain('"C1 \\u009b2J\\u0085"');
  expect(text).toContain('é 日本 👩');
  expect(JSON.parse(text)).toEqual(answer);
});

const made = z.object({ files: z.array(z.string()) });

test('an output of an operation is written without validation, and output from elsewhere is validated', async () => {
  const output = () => made;
  const answer = { files: ['a.ts'] };
  const operation = defineOperation({
    name: 'list',
    description: '',
    effect: 'read',
    input: () => z.object({}),
    output,
    load: async () => async () => ({ ok: true, output: answer }),
  });
  const given: unknown[] = [];
  const write = textOutput(output, (each) => {
    given.push(each);
    return each.files.join();
  });
  const context = { runtime: nodeRuntime(), directory: '/', exactDirectory: true, interactive: false, progress: () => {} };
  const outcome = await operation.run({ ...context, signal: new AbortController().signal }, {});
  expect([write(outcome.output, 0), write({ files: ['b.ts'] }, 0)]).toEqual(['a.ts', 'b.ts']);
  expect(given[0]).toBe(answer);
  expect(() => write({ files: 'a.ts' }, 0)).toThrow(z.ZodError);
  expect(() => textOutput(() => z.string(), String)(answer, 0)).toThrow(z.ZodError);
});
