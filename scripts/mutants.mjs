// @ts-check
// Removes safeguards of the log, one at a time, in copies of the tree, and checks that a test fails for each.
// `npm run test:mutants -- [text]` runs only those whose file and line contain the text.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mutants } from './lib/log-mutants.mjs';
import { MutantRunner } from './lib/mutant-runner.mjs';
import { fromRoot } from './lib/project.mjs';

/** More than cores, because half of the time is spent waiting for tests that hang. */
const WORKERS = 4;
/** A passing test takes ten seconds at most, and many times that on a busy machine. */
const GREEN_MS = 200_000;
const PATIENCE_MS = 45_000;
/** Tests that some changes make take half a minute. */
const SLOW = new Set(['crash', 'races', 'deleted-log', 'answers/answers', 'answers/hand-over', 'answers/strangers']);

/** @typedef {import('./lib/log-mutants.mjs').Mutant} Mutant */
/** @typedef {import('./lib/mutant-runner.mjs').Verdict} Verdict */

/** Copies the files that the tests need. */
function copyTree() {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
  for (const name of ['src/engine', 'test/support', 'test/harness/wait.ts', 'test/unit/engine/log', 'vitest.config.ts', 'package.json']) {
    fs.cpSync(fromRoot(name), path.join(copy, name), { recursive: true });
  }
  fs.symlinkSync(fs.realpathSync(fromRoot('node_modules')), path.join(copy, 'node_modules'), 'dir');
  return copy;
}

// Copying is synchronous, so a copy is complete here; the workers remove theirs when this process is gone.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, () => process.exit(130));

/**
 * @param {Mutant} mutant
 * @param {Verdict} verdict
 * @param {number} since
 */
function report({ file, find, test, name }, verdict, since) {
  const line = find.replace(/\s+/g, ' ').slice(0, 60).padEnd(60);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${verdict.padEnd(12)} ${file.padEnd(18)} ${line} ${test}: ${name} (${seconds} s)`);
}

/** @param {readonly Mutant[]} chosen */
async function main(chosen) {
  const started = performance.now();
  // Slow tests first, so that the workers end at about the same time.
  const waiting = [...chosen].sort((a, b) => Number(SLOW.has(b.test)) - Number(SLOW.has(a.test)));
  /** @type {Map<Mutant, Verdict>} */
  const verdicts = new Map();
  const work = async () => {
    const runner = new MutantRunner({
      script: fromRoot('scripts/lib/mutant-worker.mjs'),
      makeTree: copyTree,
      greenMs: GREEN_MS,
      patienceMs: PATIENCE_MS,
    });
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const since = performance.now();
        const verdict = await runner.attempt(next);
        verdicts.set(next, verdict);
        report(next, verdict, since);
      }
    } finally {
      runner.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(WORKERS, chosen.length) }, work));
  const bad = [...verdicts].filter(([, verdict]) => verdict !== 'red');
  console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
  for (const [mutant, verdict] of bad) report(mutant, verdict, performance.now());
  console.log(`${verdicts.size - bad.length} passed, ${bad.length} failed, 0 skipped`);
  if (bad.length > 0) process.exitCode = 1;
}

const [only = ''] = parseArgs({ allowPositionals: true }).positionals;
const chosen = mutants.filter(({ file, find }) => `${file} ${find}`.includes(only));
if (chosen.length > 0) await main(chosen);
else {
  console.error(`no mutant with ${JSON.stringify(only)} in its file and line. See scripts/lib/log-mutants.mjs.`);
  process.exitCode = 1;
}
