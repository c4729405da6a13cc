import { expect, test } from 'vitest';
import { measure } from './layouts.ts';

test('the graph of a Cargo workspace has all true edges, and no others', async () => {
  const { found, wrong, missing, extra, unresolved } = await measure('rust');
  expect({ missing, extra }).toEqual({ missing: [], extra: [] });
  expect(found).toBeGreaterThanOrEqual(0.97);
  expect(wrong).toBeLessThanOrEqual(0.01);
  expect(unresolved).toBe(0);
});

test('the graph of a Go workspace has all true edges, and no others', async () => {
  const { found, wrong, missing, extra, unresolved } = await measure('go');
  expect({ missing, extra }).toEqual({ missing: [], extra: [] });
  expect(found).toBeGreaterThanOrEqual(0.97);
  expect(wrong).toBeLessThanOrEqual(0.01);
  expect(unresolved).toBe(0);
});
