import { defineConfig } from 'vitest/config';
import { MANY_PROCESSES_MS, WAIT_MS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    include: ['test/contention/**/*.test.ts'],
    pool: 'forks',
    // Half of a test's time is waiting: for leases and pauses to end, and for processes that were killed.
    maxWorkers: 3,
    globalSetup: ['test/support/build-programs.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: MANY_PROCESSES_MS,
    hookTimeout: MANY_PROCESSES_MS,
    expect: { poll: { timeout: WAIT_MS } },
  },
});
