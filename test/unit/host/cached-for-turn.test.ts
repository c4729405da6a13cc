import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CachedForTurn } from '../../../src/host/model/cached-for-turn.ts';

function counting() {
  let made = 0;
  return new CachedForTurn(() => {
    made += 1;
    return made;
  });
}

test('Momentary computes its value once per turn of the event loop', async () => {
  const value = counting();
  expect([value.get(), value.get()]).toEqual([1, 1]);
  await Promise.resolve();
  expect(value.get()).toBe(1);
});

test('Momentary computes a new value in a later turn', async () => {
  const value = counting();
  value.get();
  await setImmediate();
  expect(value.get()).toBe(2);
});

test('Momentary computes a new value at once after a drop', () => {
  const value = counting();
  value.get();
  value.drop();
  expect(value.get()).toBe(2);
});
