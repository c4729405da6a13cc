import type { FactsDraft } from '../facts-draft.ts';

/** Test frameworks whose tests are declared by imported functions. */
const FRAMEWORKS = new Set([
  ...['ava', 'vitest', '@jest/globals', 'mocha', 'node:test', 'test', 'bun:test', 'tape', 'tap', 'uvu', 'qunit', 'jasmine'],
  ...['@playwright/test', '@hapi/lab', 'lab', '@std/testing/bdd', 'jsr:@std/testing/bdd', 'zora', 'japa', '@japa/runner', 'brittle'],
]);
/** Imported names that declare tests. Others, such as `expect`, are also used by helpers of tests. */
const DECLARES = new Set(['test', 'it', 'describe', 'suite', 'context', 'default', '*']);

/** Whether a file imports what declares tests and exports nothing. Its own declarations and imports must have been read. */
export function declaresTests(draft: FactsDraft): boolean {
  const isTaken = draft.imports.some(
    ({ specifier, isTypeOnly, names }) => !isTypeOnly && FRAMEWORKS.has(specifier) && names.some(({ name }) => DECLARES.has(name)),
  );
  return isTaken && !draft.exportsAny();
}
