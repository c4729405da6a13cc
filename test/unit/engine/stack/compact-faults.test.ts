import { expect, test } from 'vitest';
import { exploreFullDisk } from './full-disk.ts';

test('whatever call finds the disk full, nothing is lost, and it is told in words', async () => {
  // The soak tries all of them.
  expect((await exploreFullDisk(6)).runs).toBeGreaterThan(15);
}, 300_000);
