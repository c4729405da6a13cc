// @ts-check
// Makes one change after the other in its tree, and runs one test for each. Removes the tree at the end.
import fs from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { mutate } from './mutate.mjs';

const SOURCE = 'src/engine';
const TESTS = 'test/unit/engine/log';

const [tree = ''] = process.argv.slice(2);

/** The parent is gone, and cannot remove the tree. */
function leave() {
  fs.rmSync(tree, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}

process.once('disconnect', leave);
if (!process.connected) leave();

const vitest = await createVitest('test', {
  watch: false,
  // Threads end with this process, also if it is killed.
  pool: 'threads',
  maxWorkers: 1,
  reporters: [{}],
  passWithNoTests: true,
  // Not needed by the tests of the log, and it would run again for each change.
  globalSetup: [],
});
await vitest.standalone();

/** @param {string} text */
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** With a change a test may hang, so it has less time; without, it may be slow on a busy machine. */
const GREEN_MS = 180_000;
const CHANGED_MS = 30_000;

/**
 * @param {string} test
 * @param {string} name
 * @param {number} testTimeout
 * @returns {Promise<import('./mutant-runner.mjs').Verdict>}
 */
async function run(test, name, testTimeout) {
  vitest.config.testTimeout = testTimeout;
  vitest.setGlobalTestNamePattern(new RegExp(literally(name)));
  const file = path.resolve(TESTS, `${test}.test.ts`);
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([file]), true);
  // Vitest also returns modules of earlier runs.
  const module = testModules.find(({ moduleId }) => moduleId === file);
  if (module === undefined || module.state() === 'failed') return module === undefined ? 'no such test' : 'red';
  const states = [...module.children.allTests()].map((each) => each.result().state);
  return states.includes('passed') ? 'survived' : 'no such test';
}

/** @param {import('./mutant-runner.mjs').Message} message */
const tell = (message) => void process.send?.(message);

/** Tests that passed without a change: only then a failure with a change counts. */
const green = new Set();

/**
 * @param {import('./log-mutants.mjs').Mutant} mutant
 * @returns {Promise<import('./mutant-runner.mjs').Verdict>}
 */
async function attempt({ test, name, ...change }) {
  const target = path.resolve(SOURCE, change.file);
  const text = fs.readFileSync(target, 'utf8');
  const mutated = mutate(text, change);
  if (mutated === null) return 'not applied';
  const key = `${test}: ${name}`;
  if (!green.has(key)) {
    const before = await run(test, name, GREEN_MS);
    if (before !== 'survived') return before === 'red' ? 'red before' : before;
    green.add(key);
  }
  tell({ begun: true });
  fs.writeFileSync(target, mutated);
  vitest.invalidateFile(target);
  const verdict = await run(test, name, CHANGED_MS);
  fs.writeFileSync(target, text);
  vitest.invalidateFile(target);
  return verdict;
}

process.on('message', async (/** @type {import('./log-mutants.mjs').Mutant} */ mutant) => {
  tell({ verdict: await attempt(mutant) });
});
