import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/agents/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/support/build-programs.ts', 'test/agents/programs.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
