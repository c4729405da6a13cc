import { afterAll, describe, test } from 'vitest';
import { CrashCounts } from '../../../support/crash-counts.ts';
import { SAMPLE, TIMELINE } from './crash/explorations.ts';

const counts = new CrashCounts(SAMPLE);
afterAll(() => counts.print());

describe('a process that dies at any call keeps its confirmed entries exactly once', () => {
  test.each(TIMELINE)('while %s', (_what, explore) => explore(counts));
});
