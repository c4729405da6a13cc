// @ts-check
// Changes one line after the other in the tree that it was started in, and that it is told to remove in the end; runs one test after each
// change.
import fs from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';

const SOURCE = 'src/engine';
const TESTS = 'test/unit/engine/log';

const [tree = ''] = process.argv.slice(2);

/** Whoever started us is gone, however it ended: nobody else removes the tree. */
function leave() {
  fs.rmSync(tree, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}

process.once('disconnect', leave);
if (!process.connected) leave();

const vitest = await createVitest('test', {
  watch: false,
  // A thread ends with this process, however that ends.
  pool: 'threads',
  maxWorkers: 1,
  reporters: [{}],
  passWithNoTests: true,
  // What the tests of other parts need is not made: nothing here asks for it, and each change would make it anew.
  globalSetup: [],
});
await vitest.standalone();

/** @param {string} text */
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A test that a change makes wait is ended soon; one in the tree as it is may take its time on a busy machine. */
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
  // Vitest also gives what earlier runs have left of other files.
  const module = testModules.find(({ moduleId }) => moduleId === file);
  if (module === undefined || module.state() === 'failed') return module === undefined ? 'no such test' : 'red';
  const states = [...module.children.allTests()].map((each) => each.result().state);
  return states.includes('passed') ? 'survived' : 'no such test';
}

/** @param {import('./mutant-runner.mjs').Message} message */
const tell = (message) => void process.send?.(message);

/** Tests that were seen to pass in the tree as it is: only then does it say something when they fail. */
const green = new Set();

/**
 * @param {import('./log-mutants.mjs').Mutant} mutant
 * @returns {Promise<import('./mutant-runner.mjs').Verdict>}
 */
async function attempt({ file, find, replace, test, name }) {
  const target = path.resolve(SOURCE, file);
  const text = fs.readFileSync(target, 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2) return 'not applied';
  const key = `${test}: ${name}`;
  if (!green.has(key)) {
    const before = await run(test, name, GREEN_MS);
    if (before !== 'survived') return before === 'red' ? 'red before' : before;
    green.add(key);
  }
  tell({ begun: true });
  fs.writeFileSync(target, parts.join(replace));
  vitest.invalidateFile(target);
  const verdict = await run(test, name, CHANGED_MS);
  fs.writeFileSync(target, text);
  vitest.invalidateFile(target);
  return verdict;
}

process.on('message', async (/** @type {import('./log-mutants.mjs').Mutant} */ mutant) => {
  tell({ verdict: await attempt(mutant) });
});
