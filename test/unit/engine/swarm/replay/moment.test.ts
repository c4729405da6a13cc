import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, isBehind } from '../../../../../src/engine/swarm/replay/cursor.ts';
import { isAtOrBefore, parseMoment } from '../../../../../src/engine/swarm/replay/moment.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

describe('momentOf', () => {
  test.each([
    ['42', { ordinal: 42 }],
    ['1795309422662006', { ordinal: 1_795_309_422_662_006 }],
    ['15m', { time: NOW - 15 * 60_000 }],
    ['2026-11-21', { time: Date.UTC(2026, 10, 21) }],
    ['2026-11-21T12:00Z', { time: NOW }],
    ['2026-11-21T13:30:00.5+01:30', { time: NOW + 500 }],
  ])('parses %s', (text, moment) => {
    expect(parseMoment(text, NOW)).toEqual(moment);
  });

  test.each(['', 'now', '-1', '4.2', '2026-02-30', '15 m', '1e3', '2026'.padEnd(30, '0')])('"%s" is none', (text) => {
    expect(() => parseMoment(text, NOW)).toThrow('invalid time');
  });
});

test('a record belongs to its own moment and to every later one', () => {
  const place = { ordinal: 5, time: 100 };
  expect([4, 5, 6].map((ordinal) => isAtOrBefore({ ordinal }, place))).toEqual([false, true, true]);
  expect([99, 100, 101].map((time) => isAtOrBefore({ time }, place))).toEqual([false, true, true]);
});

test('a cursor encodes the start of a page', () => {
  expect(decodeCursor(encodeCursor({ ordinal: 1_795_309_422_662_006, index: 3 }))).toEqual({ ordinal: 1_795_309_422_662_006, index: 3 });
  expect(isBehind({ ordinal: 2, index: 0 }, { ordinal: 1, index: 9 })).toBe(true);
  expect(isBehind({ ordinal: 2, index: 1 }, { ordinal: 2, index: 1 })).toBe(false);
  for (const text of ['', '1', '1.', 'a.1', '1.2.3']) expect(() => decodeCursor(text)).toThrow('not a page cursor');
});
