import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,property,conformance}/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 120_000,
  },
});
