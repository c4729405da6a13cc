import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/contention/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
  },
});
