import { afterAll, describe, test } from 'vitest';
import { CrashCounts } from '../../../support/crash-counts.ts';
import { SAMPLE, TIMELINE } from './crash/explorations.ts';

const counts = new CrashCounts(SAMPLE);
afterAll(() => counts.print());

describe('whatever a process dies of, at whatever call: what it had promised is there once, and can be read', () => {
  test.each(TIMELINE)('while %s', (_what, explore) => explore(counts), 600_000);
});
