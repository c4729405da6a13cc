import { defineConfig } from 'vitest/config';
import { TEST_MS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    include: ['test/soak/**/*.soak.ts'],
    pool: 'forks',
    // Each has the machine for itself: one of them measures.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: TEST_MS,
  },
});
