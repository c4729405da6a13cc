import { expect, test } from 'vitest';
import { DearValue } from '../../../../src/host/vault/model/dear-value.ts';

/** A value that takes `cost` milliseconds to make; it counts how often it was made. */
function dear(cost: number) {
  const clock = { now: 0 };
  let made = 0;
  const value = new DearValue(
    () => clock.now,
    () => {
      clock.now += cost;
      made += 1;
      return made;
    },
  );
  return { clock, value };
}

test('is made once as long as nothing has changed', () => {
  const { clock, value } = dear(100);
  expect(value.last).toBeNull();
  expect(value.get(1)).toBe(1);
  clock.now += 1_000_000;
  expect(value.get(1)).toBe(1);
  expect(value.last).toBe(1);
  expect(value.pause(1)).toBeNull();
});

test('is made anew after a change, but not at once where it takes long', () => {
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

test('is made anew at once where that costs nothing', () => {
  const { value } = dear(0);
  value.get(1);
  expect(value.get(2)).toBe(2);
});
