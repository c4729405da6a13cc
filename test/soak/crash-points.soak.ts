/** Every crash point of which `npm test` tries a sample. */
import { afterAll, expect, test } from 'vitest';
import { CrashCounts } from '../support/crash-counts.ts';
import { SWARM, TIMELINE } from '../unit/engine/crtx/crash/explorations.ts';
import { exploreSwaps, SWAPS } from '../unit/engine/files/swapped-folders.ts';
import { exploreFullDisk } from '../unit/engine/stack/full-disk.ts';

const counts = new CrashCounts();
afterAll(() => counts.print());

test.each([...TIMELINE, ['a swarm is led', SWARM] as const])('whatever a process dies of, at whatever call, while %s', (_what, explore) =>
  explore(counts),
);

test('whatever call finds the disk of a stack full, nothing is lost', async () => {
  expect((await exploreFullDisk(1)).runs).toBeGreaterThan(80);
});

test.skipIf(process.platform === 'win32').each(SWAPS)(
  'a folder that becomes a link at any call leads nothing out: $work.name, $swapped, $back',
  async (each) => {
    const { refused } = await exploreSwaps(each, 1);
    if (!each.back) expect(refused).toBeGreaterThan(3);
  },
);
