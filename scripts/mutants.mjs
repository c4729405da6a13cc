// @ts-check
// Takes the safeguards of the log away, one at a time, in copies of the tree, and sees that a test notices each.
// `node scripts/mutants.mjs [text]` tries only those whose file and line contain the text; `--json FILE` also writes the sum there.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mutants } from './lib/log-mutants.mjs';
import { fromRoot } from './lib/project.mjs';

const WORKERS = 2;
/** A mutant that makes a test run for ever was noticed, too. */
const PATIENCE_MS = 60_000;

/** @typedef {import('./lib/log-mutants.mjs').Mutant} Mutant */
/** @typedef {'red' | 'survived' | 'not applied' | 'no such test' | 'red before'} Verdict */

/** A copy of what the tests need. */
function copyTree() {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
  for (const name of ['src/engine', 'test/support', 'test/unit/engine/kernel/log', 'vitest.config.ts', 'package.json']) {
    fs.cpSync(fromRoot(name), path.join(copy, name), { recursive: true });
  }
  fs.symlinkSync(fs.realpathSync(fromRoot('node_modules')), path.join(copy, 'node_modules'), 'dir');
  return copy;
}

/** Tries mutants in a process and a copy of its own; both are made anew after one that had to be ended. */
class Worker {
  copy = copyTree();
  #child = this.#start();

  #start() {
    return fork(fromRoot('scripts/lib/mutant-worker.mjs'), [], { cwd: this.copy, silent: true });
  }

  /**
   * @param {Mutant} mutant
   * @returns {Promise<Verdict>}
   */
  attempt(mutant) {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.removeAllListeners();
        child.kill('SIGKILL');
        this.end();
        this.copy = copyTree();
        this.#child = this.#start();
        resolve('red');
      }, PATIENCE_MS);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
      child.once('message', (/** @type {Verdict} */ verdict) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(verdict);
      });
      child.send(mutant);
    });
  }

  end() {
    this.#child.removeAllListeners();
    this.#child.kill();
    fs.rmSync(this.copy, { recursive: true, force: true });
  }
}

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

/**
 * @param {readonly Mutant[]} chosen
 * @param {string | undefined} json where to write the sum
 */
async function main(chosen, json) {
  const started = performance.now();
  // The slow tests first, so that the workers end together.
  const slow = (/** @type {Mutant} */ { test }) => (test === 'crash' || test === 'races' ? 0 : 1);
  const waiting = [...chosen].sort((a, b) => slow(a) - slow(b));
  /** @type {Map<Mutant, Verdict>} */
  const verdicts = new Map();
  const work = async () => {
    const worker = new Worker();
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const since = performance.now();
        const verdict = await worker.attempt(next);
        verdicts.set(next, verdict);
        report(next, verdict, since);
      }
    } finally {
      worker.end();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const bad = [...verdicts].filter(([, verdict]) => verdict !== 'red');
  console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
  for (const [mutant, verdict] of bad) report(mutant, verdict, performance.now());
  const counts = { passed: verdicts.size - bad.length, failed: bad.length, skipped: 0 };
  console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
  if (json !== undefined) fs.writeFileSync(fromRoot(json), JSON.stringify(counts));
  if (bad.length > 0) process.exitCode = 1;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const [only = ''] = positionals;
await main(
  mutants.filter(({ file, find }) => `${file} ${find}`.includes(only)),
  values.json,
);
