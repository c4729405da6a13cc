import { describe, expect, test } from 'vitest';
import {
  applyClockNote,
  type ClockNote,
  checkClocks,
  NO_CLOCKS,
  nextClockNote,
  withOffset,
} from '../../../../src/engine/log/clock-steps.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

/** Returns a machine with the given clock and uptime. */
function machine(now: number, upFor = HOUR) {
  const base = simulatedRuntime(new FaultFileSystem(), { time: new SimulatedTime(), seed: 1 });
  return { ...base, clock: { ...base.clock, now: () => now, sinceBoot: () => upFor } };
}
const placeOf = (runtime: ReturnType<typeof machine>) => `${runtime.process.boot} ${runtime.process.namespace}`;
const known = withOffset(NO_CLOCKS, placeOf(machine(START)), START - HOUR);
const take = (note: ClockNote | null, t: number, log: Parameters<typeof applyClockNote>[2]) =>
  applyClockNote(note, { id: 'rec_1', t }, log);

describe("a writer's clock note", () => {
  test.each([
    ['as before', machine(START + 5, HOUR + 5)],
    ['slept for a night', machine(START + 9 * HOUR, 10 * HOUR)],
    ['half a minute', machine(START + 30_000, HOUR)],
  ])('is omitted: %s', (_, runtime) => {
    expect(nextClockNote(runtime, { time: START, clocks: known })).toBeNull();
  });

  test.each([
    ['a year ahead', YEAR],
    ['an hour back', -HOUR],
  ])('records that the clock was set: %s', (_, ms) => {
    const note = nextClockNote(machine(START + ms), { time: START, clocks: known });
    expect(note).toMatchObject({ was: START - HOUR, offset: START + ms - HOUR, from: START });
    const taken = take(note, START + ms, { time: START, clocks: known });
    expect(taken).toMatchObject({ shift: ms, clocks: { steps: [{ id: 'rec_1', at: START + ms, shift: ms }] } });
    expect(nextClockNote(machine(START + ms), { time: START + ms, clocks: taken?.clocks ?? known })).toBeNull();
  });

  test('records that the log is ahead of the clock, when this boot is unknown', () => {
    const note = nextClockNote(machine(START), { time: START + YEAR, clocks: NO_CLOCKS });
    expect(take(note, START, { time: START + YEAR, clocks: NO_CLOCKS })).toMatchObject({ shift: -YEAR });
  });
});

test('the second of two writers that notice a step changes nothing', () => {
  const note = nextClockNote(machine(START + YEAR), { time: START, clocks: known });
  const first = take(note, START + YEAR, { time: START, clocks: known });
  expect(take(note, START + YEAR, { time: START + YEAR, clocks: first?.clocks ?? known })).toBeNull();
});

test('a note made hours before it is written changes nothing', () => {
  const note = nextClockNote(machine(START), { time: START + YEAR, clocks: known });
  expect(take(note, START, { time: START + 2 * HOUR, clocks: known })).toBeNull();
});

test('time passed since the last record counts when the clock is set back', () => {
  const ahead = withOffset(NO_CLOCKS, placeOf(machine(START)), START + YEAR - HOUR);
  const note = nextClockNote(machine(START + HOUR, 2 * HOUR), { time: START + YEAR, clocks: ahead });
  expect(take(note, START + HOUR, { time: START + YEAR, clocks: ahead })?.shift).toBe(-YEAR);
});

describe('90 minutes after the last record', () => {
  const QUIET = 1.5 * HOUR;
  test.each([
    ['an hour back', -HOUR],
    ['three hours back', -3 * HOUR],
    ['an hour ahead', HOUR],
  ])('%s moves the leases by the whole step and is kept for the warning', (_, ms) => {
    const t = START + QUIET + ms;
    const note = nextClockNote(machine(t, HOUR + QUIET), { time: START, clocks: known });
    const step = { id: 'rec_1', at: t, shift: ms };
    expect(take(note, t, { time: START, clocks: known })).toMatchObject({ shift: ms, clocks: { steps: [step] } });
  });
});

test('an hour back, ten minutes after the last record, moves the leases by an hour', () => {
  const t = START - 50 * MINUTE;
  const note = nextClockNote(machine(t, HOUR + 10 * MINUTE), { time: START, clocks: known });
  expect(take(note, t, { time: START, clocks: known })?.shift).toBe(-HOUR);
});

test('a log that an earlier version has already moved is not moved twice', () => {
  const note = nextClockNote(machine(START + YEAR), { time: START + YEAR - 5, clocks: known });
  expect(take(note, START + YEAR, { time: START + YEAR - 5, clocks: known })?.shift).toBe(5);
});

test('invalid notes are ignored', () => {
  for (const value of [null, 7, {}, { place: 'x', offset: 1.5, was: null, from: 0 }])
    expect(applyClockNote(value, { id: 'rec_1', t: START }, { time: START, clocks: NO_CLOCKS })).toBeNull();
});

test.each([
  ['a year ahead', YEAR, YEAR],
  ['an hour back', -HOUR, -HOUR],
  ['as before', 5, 0],
])('a reader knows the shift that the next record makes: %s', (_, ms, pendingShift) => {
  expect(checkClocks(machine(START + ms), { time: START, clocks: known })).toMatchObject({ pendingShift });
});
