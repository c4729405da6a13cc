import { describe, expect, it } from 'vitest';
import { calendarDay, daysBetween, determineLayer, parseDay } from '../../../../src/engine/vault/calendar.ts';
import type { NoteProblem } from '../../../../src/engine/vault/notes/note.ts';

describe('calendarDay', () => {
  it.each([
    ['2026-04-12T21:59:59Z', 'Europe/Paris', '2026-04-12'],
    ['2026-04-12T22:00:00Z', 'Europe/Paris', '2026-04-13'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
    ['2026-03-29T00:59:59Z', 'Europe/Paris', '2026-03-29'],
    ['0999-01-02T12:00:00Z', 'UTC', '0999-01-02'],
    ['1969-12-31T23:59:59Z', 'UTC', '1969-12-31'],
  ])('%s in %s is on %s', (instant, timeZone, day) => {
    expect(calendarDay(Date.parse(instant), timeZone)).toBe(day);
  });
});

describe('daysBetween', () => {
  it.each([
    ['2026-04-12', '2026-04-12', 0],
    ['2026-04-12', '2026-04-19', 7],
    ['2026-04-19', '2026-04-12', -7],
    // Daylight saving time starts between these days in many countries.
    ['2026-03-28', '2026-03-30', 2],
    ['2024-02-28', '2024-03-01', 2],
    ['0001-01-01', '2026-01-01', 739616],
  ])('from %s to %s there are %d', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});

describe('parseDay', () => {
  it.each([
    ['2026-04-12', '2026-04-12'],
    [' 2026-04-12 ', '2026-04-12'],
    ['2026-04-12T14:30', '2026-04-12'],
    ['2026-04-12 23:59:59', '2026-04-12'],
    ['2026-04-12T22:30Z', '2026-04-13'],
    ['2026-04-12t22:30:00.5z', '2026-04-13'],
    ['2026-04-13 00:30:00 +02:00', '2026-04-13'],
    ['2026-04-13T00:30+0300', '2026-04-12'],
    // A local time that daylight saving time skips.
    ['2026-03-29T02:30', '2026-03-29'],
    ['0050-01-01', '0050-01-01'],
  ])('%j is on %s in Paris', (value, day) => {
    expect(parseDay(value, 'Europe/Paris')).toBe(day);
  });

  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '2026-4-1',
    '12.04.2026',
    '2026-04-12T25:00',
    '2026-04-12T10:61Z',
    '2026-04-12 and later',
    '9999-12-31T23:30:00-02:00',
    20260412,
    null,
    undefined,
    true,
    ['2026-04-12'],
    new Date(0),
  ])('%j is not a day', (value) => {
    expect(parseDay(value, 'Europe/Paris')).toBeNull();
  });
});

describe('layerOf', () => {
  const today = '2026-04-12';
  const config = { hot: 2, warm: 7, timeZone: 'Europe/Paris' };
  const file = { size: 1, mtimeNs: `${Date.parse('2026-04-11T22:30:00Z')}000000`, ino: '1' };
  const problems: NoteProblem[] = [];
  const layer = (updated: string | null, created: string | null = null) =>
    determineLayer({ updated, created, file, problems }, today, config);

  it.each([
    ['2026-04-12', 'hot'],
    ['2026-04-10', 'hot'],
    ['2026-04-09', 'warm'],
    ['2026-04-05', 'warm'],
    ['2026-04-04', 'cold'],
    ['2020-01-01', 'cold'],
    ['2026-04-13', 'hot'],
    ['2199-01-01', 'hot'],
  ])('of a note updated on %s, seen on 2026-04-12, is %s', (updated, expected) => {
    expect(layer(updated)).toBe(expected);
  });

  it('uses the limits of the configuration', () => {
    const note = { updated: '2026-04-02', created: null, file, problems };
    expect([9, 10].map((hot) => determineLayer(note, today, { ...config, hot, warm: 10 }))).toEqual(['warm', 'hot']);
  });

  it('falls back from the day of the last change to the day of creation, then to the time of the file', () => {
    expect(layer(null, '2026-04-06')).toBe('warm');
    expect(layer('2026-04-12', '2020-01-01')).toBe('hot');
    expect(layer(null)).toBe('hot');
    // In Paris, the file was written on the 12th.
    expect(determineLayer({ updated: null, created: null, file, problems }, '2026-04-15', config)).toBe('warm');
    expect(determineLayer({ updated: null, created: null, file, problems }, '2026-04-14', config)).toBe('hot');
  });

  it('is cold if the day of the last change is invalid or the only day, even if the file is new', () => {
    const unread = { file, problems: [{ code: 'bad-date', message: 'updated is not a date', line: 1, column: 1 } as const] };
    expect(determineLayer({ ...unread, updated: null, created: null }, today, config)).toBe('cold');
    expect(determineLayer({ ...unread, updated: null, created: today }, today, config)).toBe('cold');
    expect(determineLayer({ ...unread, updated: today, created: null }, today, config)).toBe('hot');
  });
});
