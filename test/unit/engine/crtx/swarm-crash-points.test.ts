import { afterAll, test } from 'vitest';
import { CrashCounts } from '../../../support/crash-counts.ts';
import { leading } from './crash/swarm.ts';

const counts = new CrashCounts();
afterAll(() => counts.print());

test(
  'while a swarm is led, its log sealed and published, and the timeline told, a process may die at whatever call',
  () => counts.explore('swarm', leading),
  600_000,
);
