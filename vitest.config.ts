import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TEST_MS, WAIT_MS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    include: ['test/{unit,property,conformance}/**/*.test.ts'],
    // Processes and not threads: what a test counts of the processor's time is its own, whatever is beside it.
    pool: 'forks',
    // More than half of a test's time is waiting: for a second to pass, for the disk, for other processes.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    globalSetup: ['test/support/build-programs.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: WAIT_MS } },
  },
});
