import { afterAll, test } from 'vitest';
import { CrashCounts } from '../../../support/crash-counts.ts';
import { SAMPLE, SWARM } from './crash/explorations.ts';

const counts = new CrashCounts(SAMPLE);
afterAll(() => counts.print());

test(
  'while a swarm is led, its log sealed and published, and the timeline told, a process may die at whatever call',
  () => SWARM(counts),
  600_000,
);
