import { defineConfig } from 'vitest/config';
import { TEST_MS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    include: ['test/agents/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/support/build-programs.ts', 'test/agents/programs.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
});
