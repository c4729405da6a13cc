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

test('modules of Go in a workspace: what their files need is found, and nothing else', async () => {
  const { found, wrong, missing, extra, unresolved } = await measure('go');
  expect({ missing, extra }).toEqual({ missing: [], extra: [] });
  expect(found).toBeGreaterThanOrEqual(0.97);
  expect(wrong).toBeLessThanOrEqual(0.01);
  expect(unresolved).toBe(0);
});
