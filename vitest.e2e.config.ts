import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'e2e', include: ['test/e2e/*.e2e.ts'] } },
      { extends: true, test: { name: 'harness', include: ['test/e2e/harness/*.e2e.ts'] } },
    ],
    setupFiles: ['test/harness/end-with-vitest.ts'],
    // An editor and a browser take a core each: one file at a time, in a process of its own.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
  },
});
