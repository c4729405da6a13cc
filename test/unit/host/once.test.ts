import { expect, test } from 'vitest';
import { once } from '../../../src/host/model/once.ts';

test('once runs its function on the first call, and only once', async () => {
  let made = 0;
  const ask = once(async () => {
    made += 1;
    return { number: made };
  });
  expect(made).toBe(0);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second).toBe(first);
  expect(await ask()).toBe(first);
  expect(made).toBe(1);
});

test('once retries on the next call after a failure', async () => {
  let tried = 0;
  const ask = once(async () => {
    tried += 1;
    if (tried === 1) throw new Error('not yet');
    return tried;
  });
  const asked = [ask(), ask()];
  for (const one of asked) await expect(one).rejects.toThrow('not yet');
  expect(await ask()).toBe(2);
  expect(await ask()).toBe(2);
});
