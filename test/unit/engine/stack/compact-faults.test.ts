import { expect, test } from 'vitest';
import { exploreFullDisk } from './full-disk.ts';

test('a full disk at any call loses nothing, and is reported', async () => {
  // The soak test tries all calls.
  expect((await exploreFullDisk(6)).runs).toBeGreaterThan(15);
});
