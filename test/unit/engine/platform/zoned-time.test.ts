import { expect, test } from 'vitest';
import { localTime, OWN_ZONE, parseInstant } from '../../../../src/engine/platform/zoned-time.ts';
import { calendarDay } from '../../../../src/engine/vault/calendar.ts';

const ZONES = ['UTC', OWN_ZONE, 'America/New_York', 'Pacific/Auckland', 'Etc/GMT-14'];

test.each(ZONES)('a time out of range is shown as the nearest date in %s', (zone) => {
  for (const ms of [9e15, 1e300, Number.POSITIVE_INFINITY]) {
    expect(localTime(ms, zone)).toMatch(/275760-09-1/);
    expect(calendarDay(ms, zone)).toMatch(/275760-09-1/);
  }
  for (const ms of [-9e15, -1e300]) {
    expect(() => localTime(ms, zone)).not.toThrow();
    expect(() => calendarDay(ms, zone)).not.toThrow();
  }
  expect(calendarDay(Number.NaN, zone)).toMatch(/^19(?:70|69)-/);
});

test.each(ZONES)('the first and last hours of four-digit years are valid or null in %s', (zone) => {
  for (const text of ['0000-01-01', '0000-01-01T00:00+14:00', '9999-12-31T23:59', '9999-12-31T23:59-12:00']) {
    expect(parseInstant(text, zone)).not.toBeNaN();
  }
});
