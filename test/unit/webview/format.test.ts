import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ago,
  count,
  duration,
  moment,
  money,
  shortDuration,
  shortMoment,
  timeLeft,
  tokens,
  toPercent,
  wholeSeconds,
  writtenAgo,
} from '../../../webview/format.ts';

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const D = 24 * H;

test.each([
  [0, '0 s'],
  [59.9 * S, '59 s'],
  [MIN, '1 min 00 s'],
  [4 * MIN + 5 * S, '4 min 05 s'],
  [H - 1, '59 min 59 s'],
  [H + 2 * MIN, '1 h 02 min'],
  [D - 1, '23 h 59 min'],
  [2 * D + 3 * H, '2 d 03 h'],
  [-5 * S, '0 s'],
])('a duration of %d ms reads %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('shortDuration omits units that are zero', () => {
  expect([shortDuration(H), shortDuration(H + MIN), shortDuration(10 * MIN), shortDuration(0)]).toEqual([
    '1 h',
    '1 h 01 min',
    '10 min',
    '0 s',
  ]);
});

test.each([
  [1, '1 s'],
  [S, '1 s'],
  [S + 1, '2 s'],
  [MIN - 1, '1 min 00 s'],
  [0, 'expired'],
  [-1, 'expired'],
])('%d ms left read %s, rounded up to whole seconds', (ms, text) => {
  expect(timeLeft(ms)).toBe(text);
});

test.each([
  [-D, 'in 1 d'],
  [-3 * MIN, 'in 3 min'],
  [-2 * MIN, 'now'],
  [2_999, 'now'],
  [3 * S, '3 s ago'],
  [MIN - 1, '59 s ago'],
  [MIN, '1 min ago'],
  [H, '1 h ago'],
  [D - 1, '23 h ago'],
  [1_234 * D, '1,234 d ago'],
])('%d ms ago reads %s', (ms, text) => {
  expect(ago(ms)).toBe(text);
});

test.each([
  [0, '$0.00'],
  [0.000_1, '<$0.01'],
  [0.005, '$0.01'],
  [1_234.5, '$1,234.50'],
  [12_345, '$12.3K'],
])('%d dollars read %s', (usd, text) => {
  expect(money(usd)).toBe(text);
});

test('counts are exact, tokens are rounded to three digits', () => {
  expect([count(10_000), tokens(950), tokens(12_345), tokens(1_200_000)]).toEqual(['10,000', '950', '12.3K', '1.2M']);
});

test('toPercent gives at least 100 % exactly when the budget is reached', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (spent, max) => {
      expect(toPercent(spent, max) >= 100).toBe(spent >= max);
    }),
  );
  expect(toPercent(0, 0)).toBe(100);
});

test('wholeSeconds rounds down to whole seconds, and is never negative', () => {
  expect([0, 999, 1_000, 61_999, -5].map(wholeSeconds)).toEqual([0, 0, 1_000, 61_000, 0]);
});

test('a moment shows its date unless it is today, and the word never if it is invalid', () => {
  const noon = new Date(2026, 3, 13, 12, 0, 5).getTime();
  expect(moment(noon, noon + H)).toBe('12:00:05');
  expect(moment(noon, noon + D)).toBe('Apr 13, 2026, 12:00:05');
  expect(moment(1e300, noon)).toBe('never');
});

test('a short moment is less exact the older it is', () => {
  const noon = new Date(2026, 3, 13, 12, 0, 5).getTime();
  expect(shortMoment(noon, noon + H)).toBe('12:00:05');
  expect(shortMoment(noon, noon + D)).toBe('Apr 13, 12:00');
  expect(shortMoment(noon, noon + 365 * D)).toBe('Apr 13, 2026');
  expect(shortMoment(1e300, noon)).toBe('never');
});

test.each([
  [41 * S, '2026-03-28T14:30', '< 1 min ago'],
  [-19 * S, '2026-03-28T14:30', '< 1 min ago'],
  [61 * S, '2026-03-28T14:30', '1 min ago'],
  [41 * S, '2026-03-28T14:30:02', '41 s ago'],
  [-3 * MIN, '2026-03-28T14:30', 'in 3 min'],
])('the age %i of the written time %s is "%s"', (age, written, text) => {
  expect(writtenAgo(age, written)).toBe(text);
});
