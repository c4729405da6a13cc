import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Momentary } from '../../../src/host/model/momentary.ts';

function counting() {
  let made = 0;
  return new Momentary(() => {
    made += 1;
    return made;
  });
}

test('all who ask at the same moment get the same value, made once', async () => {
  const value = counting();
  expect([value.get(), value.get()]).toEqual([1, 1]);
  await Promise.resolve();
  expect(value.get()).toBe(1);
});

test('who asks later gets a new one', async () => {
  const value = counting();
  value.get();
  await setImmediate();
  expect(value.get()).toBe(2);
});

test('who asks after a change gets a new one at once', () => {
  const value = counting();
  value.get();
  value.drop();
  expect(value.get()).toBe(2);
});
