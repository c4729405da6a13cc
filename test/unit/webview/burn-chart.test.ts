import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BURN_SERIES, type BurnDownResult, burnLine, drawnTime } from '../../../webview/swarm/burn-chart.ts';
import { burnt, stepsOf } from '../../webview/histories.ts';
import { NOW } from '../../webview/projects.ts';

const MINUTE = 60_000;

test('the line falls from the full amount to the current rest, and continues to where it is spent', () => {
  const { left, to, spent, max } = burnLine(burnt, 'tokens');
  expect([left[0], spent, max]).toEqual([{ x: 0, y: 1 }, 170_600, 200_000]);
  expect(left.at(-1)?.y).toBeCloseTo(29_400 / 200_000);
  // The chart shows 23 minutes, and half as much of the future. The tokens are spent in 4 minutes.
  expect(to?.x).toBeCloseTo(27 / 34.5);
  expect(to?.y).toBe(0);
});

test('what remains of the tasks is what has not ended, of all tasks, as in the task list', () => {
  // 6 are done, and 2 failed or were skipped.
  const { spent, max, left } = burnLine(burnt, 'done');
  expect({ spent, max }).toEqual({ spent: 8, max: 12 });
  expect(left.at(-1)?.y).toBeCloseTo(burnt.left / burnt.total);
});

test('a line that lasts longer than the chart leaves it at the right edge', () => {
  const { to, left } = burnLine(burnt, 'duration');
  expect(to?.x).toBe(1);
  const rest = left.at(-1)?.y ?? 0;
  expect(to?.y).toBeCloseTo(rest * (1 - 11.5 / 37));
});

test('without a forecast the chart ends now', () => {
  const { now, to } = drawnTime({ ...burnt, forecast: null });
  expect([now, to]).toEqual([NOW, NOW]);
  expect(burnLine({ ...burnt, forecast: null }, 'cost')).toMatchObject({ to: null, expected: null });
  expect(burnLine({ ...burnt, forecast: null }, 'cost').left.at(-1)?.x).toBe(1);
});

test('every point is inside the chart for any figures', () => {
  const amount = fc.oneof(fc.double({ min: 0, max: 1e16, noNaN: true }), fc.constant(0));
  const figures = fc.record({ tokens: amount, costUsd: amount, done: amount });
  const time = fc.double({ min: 0, max: 1e300, noNaN: true });
  const expected = fc.option(fc.record({ at: time, earliest: time, latest: time }));
  const forecast = fc.option(fc.record({ done: expected, tokens: expected, cost: expected, duration: expected }));
  const isInPicture = fc.property(fc.array(figures, { maxLength: 5 }), forecast, amount, (all, told, limit) => {
    const steps = all.map((each, index) => ({ ...each, time: NOW + index * MINUTE, durationMs: index * MINUTE }));
    const made: BurnDownResult = {
      ...burnt,
      steps,
      forecast: told,
      left: limit,
      total: limit * 2,
      limits: { tokens: limit, cost: limit, duration: limit },
    };
    for (const fuel of BURN_SERIES) {
      const { left, to } = burnLine(made, fuel);
      for (const { x, y } of [...left, ...(to === null ? [] : [to])]) {
        for (const value of [x, y]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }
    }
  });
  return fc.assert(isInPicture);
});

test('a history of a single moment is drawn', () => {
  const [first] = stepsOf(() => ({ tokens: 0, costUsd: 0, done: 0 }));
  expect(burnLine({ ...burnt, steps: first === undefined ? [] : [first], forecast: null }, 'tokens').left).toEqual([{ x: 1, y: 1 }]);
});
