import { afterAll, test } from 'vitest';
import { CrashCounts } from '../../../support/crash-counts.ts';
import { SAMPLE, SWARM } from './crash/explorations.ts';

const counts = new CrashCounts(SAMPLE);
afterAll(() => counts.print());

test('a process that leads a swarm keeps its confirmed operations when it dies at any call', () => SWARM(counts));
