import { defineConfig } from 'vitest/config';
import { TEST_MS, WAIT_MS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // A second try, told by its name in the run's output (decision 0025): the editor and the browser are not ours.
        test: {
          name: 'e2e',
          include: ['test/e2e/*.e2e.ts'],
          globalSetup: ['test/harness/packaged.ts'],
          retry: 1,
          // Files that run in one process share its browser and its editors, see test/harness/shared.ts.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'harness', include: ['test/e2e/harness/*.e2e.ts'] } },
    ],
    setupFiles: ['test/harness/end-with-vitest.ts'],
    // An editor and a browser wait as much as they work: three files at a time on two cores, each in a process of its own.
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    teardownTimeout: WAIT_MS,
    expect: { poll: { timeout: WAIT_MS } },
  },
});
