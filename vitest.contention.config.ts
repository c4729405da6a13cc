import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/contention/**/*.test.ts'],
    pool: 'forks',
    // Half of a test's time is waiting: for leases and pauses to end, and for processes that were killed.
    maxWorkers: 3,
    globalSetup: ['test/support/build-programs.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
