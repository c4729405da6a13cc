import { expect, test } from 'vitest';
import { measure } from './layouts.ts';

test('a Cargo workspace: what its files need is found, and nothing else', async () => {
  const { found, wrong, missing, extra, unresolved } = await measure('rust');
  expect(extra).toEqual([]);
  expect(missing).toEqual(['tasks/src/lib.rs → tasks/src/flags/extra.rs']);
  expect(found).toBeGreaterThanOrEqual(0.97);
  expect(wrong).toBeLessThanOrEqual(0.01);
  expect(unresolved).toBe(0);
});
