import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,property,conformance}/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 120_000,
  },
});
