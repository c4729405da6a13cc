import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/contention/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    globalSetup: ['test/support/build-programs.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
