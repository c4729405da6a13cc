import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,property,conformance}/**/*.test.ts'],
    pool: 'threads',
    // Half of a test's time is waiting for the disk and for processes: two at once, also where vitest would leave one core free.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    isolate: false,
    globalSetup: ['test/support/build-graph.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 120_000,
  },
});
