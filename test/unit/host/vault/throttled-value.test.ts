import { expect, test } from 'vitest';
import { ThrottledValue } from '../../../../src/host/vault/model/throttled-value.ts';

/** Creates a value that takes `cost` milliseconds to compute, and counts its computations. */
function dear(cost: number) {
  const clock = { now: 0 };
  let made = 0;
  const value = new ThrottledValue(
    () => clock.now,
    () => {
      clock.now += cost;
      made += 1;
      return made;
    },
  );
  return { clock, value };
}

test('ThrottledValue is computed once while nothing changes', () => {
  const { clock, value } = dear(100);
  expect(value.last).toBeNull();
  expect(value.get(1)).toBe(1);
  clock.now += 1_000_000;
  expect(value.get(1)).toBe(1);
  expect(value.last).toBe(1);
  expect(value.pause(1)).toBeNull();
});

test('ThrottledValue is computed again after a change, but with a delay if it is expensive', () => {
  const { clock, value } = dear(100);
  value.get(1);
  expect(value.get(2)).toBe(1);
  expect(value.pause(2)).toBe(1_000);
  clock.now += 999;
  expect(value.get(2)).toBe(1);
  clock.now += 1;
  expect(value.pause(2)).toBe(0);
  expect(value.get(2)).toBe(2);
});

test('ThrottledValue is computed again at once if it is cheap', () => {
  const { value } = dear(0);
  value.get(1);
  expect(value.get(2)).toBe(2);
});
