import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/soak/**/*.soak.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
  },
});
