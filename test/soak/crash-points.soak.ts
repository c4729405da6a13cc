/** Every crash point of which `npm test` tries a sample. */
import { afterAll, test } from 'vitest';
import { CrashCounts } from '../support/crash-counts.ts';
import { SWARM, TIMELINE } from '../unit/engine/crtx/crash/explorations.ts';

const counts = new CrashCounts();
afterAll(() => counts.print());

test.each([...TIMELINE, ['a swarm is led', SWARM] as const])('whatever a process dies of, at whatever call, while %s', (_what, explore) =>
  explore(counts),
);
