import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/engine/platform/clock.ts';

it.each([
  ['1970-01-01', 0],
  ['2024-02-29T10:00:00Z', Date.UTC(2024, 1, 29, 10)],
  ['2026-11-21T10:00:00.5+01:00', Date.UTC(2026, 10, 21, 9, 0, 0, 500)],
  ['2200-01-01T00:00:00Z', Date.UTC(2200, 0, 1)],
])('CORTEX_NOW=%s pins the clock', (pin, at) => {
  const clock = systemClock({ CORTEX_NOW: pin });
  expect([clock.now(), clock.pinned]).toEqual([at, true]);
});

it.each([
  '1969-12-31T23:59:59Z',
  '2200-01-01T00:00:01Z',
  '9999-01-01',
  '2026-02-30',
  '2025-02-29T00:00:00Z',
  '2026-13-01',
  '2026-11-21 (noon)',
  'now',
])('CORTEX_NOW=%s is rejected with the allowed range', (pin) => {
  expect(() => systemClock({ CORTEX_NOW: pin })).toThrow(
    expect.objectContaining({
      code: 'invalid-input',
      data: expect.objectContaining({ value: pin, allowed: expect.stringContaining('from 1970-01-01 to 2200-01-01') }),
    }),
  );
});
