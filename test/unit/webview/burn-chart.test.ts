import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Burnt, burnLine, drawnTime, FUELS } from '../../../webview/swarm/burn-chart.ts';
import { burnt, stepsOf } from '../../webview/histories.ts';
import { NOW } from '../../webview/projects.ts';

const MINUTE = 60_000;

test('what is left falls from all to what there is, and goes on to where it is spent', () => {
  const { left, to, spent, max } = burnLine(burnt, 'tokens');
  expect([left[0], spent, max]).toEqual([{ x: 0, y: 1 }, 170_600, 200_000]);
  expect(left.at(-1)?.y).toBeCloseTo(29_400 / 200_000);
  // 23 minutes of life, and half as much to come: 4 minutes on, the tokens are spent.
  expect(to?.x).toBeCloseTo(27 / 34.5);
  expect(to?.y).toBe(0);
});

test('tasks are all that there are, those that are done with those that are left', () => {
  expect(burnLine(burnt, 'done')).toMatchObject({ spent: 6, max: 10 });
});

test('what lasts longer than is drawn leads out of the picture', () => {
  const { to, left } = burnLine(burnt, 'duration');
  expect(to?.x).toBe(1);
  const rest = left.at(-1)?.y ?? 0;
  expect(to?.y).toBeCloseTo(rest * (1 - 11.5 / 37));
});

test('without a forecast the picture ends now', () => {
  const { now, to } = drawnTime({ ...burnt, forecast: null });
  expect([now, to]).toEqual([NOW, NOW]);
  expect(burnLine({ ...burnt, forecast: null }, 'cost')).toMatchObject({ to: null, expected: null });
  expect(burnLine({ ...burnt, forecast: null }, 'cost').left.at(-1)?.x).toBe(1);
});

test('whatever the figures are, every point is in the picture', () => {
  const amount = fc.oneof(fc.double({ min: 0, max: 1e16, noNaN: true }), fc.constant(0));
  const figures = fc.record({ tokens: amount, costUsd: amount, done: amount });
  const time = fc.double({ min: 0, max: 1e300, noNaN: true });
  const expected = fc.option(fc.record({ at: time, earliest: time, latest: time }));
  const forecast = fc.option(fc.record({ done: expected, tokens: expected, cost: expected, duration: expected }));
  const isInPicture = fc.property(fc.array(figures, { maxLength: 5 }), forecast, amount, (all, told, limit) => {
    const steps = all.map((each, index) => ({ ...each, time: NOW + index * MINUTE, durationMs: index * MINUTE }));
    const made: Burnt = { ...burnt, steps, forecast: told, left: limit, limits: { tokens: limit, cost: limit, duration: limit } };
    for (const fuel of FUELS) {
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

test('a life that is one moment is drawn all the same', () => {
  const [first] = stepsOf(() => ({ tokens: 0, costUsd: 0, done: 0 }));
  expect(burnLine({ ...burnt, steps: first === undefined ? [] : [first], forecast: null }, 'tokens').left).toEqual([{ x: 1, y: 1 }]);
});
