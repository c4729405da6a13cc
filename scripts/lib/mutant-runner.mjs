// @ts-check
import { fork } from 'node:child_process';
import fs from 'node:fs';

/** @typedef {import('./log-mutants.mjs').Mutant} Mutant */
/** @typedef {'red' | 'survived' | 'not applied' | 'no such test' | 'red before'} Verdict */
/**
 * What a worker tells of a mutant: `begun` when its test has passed in the tree as it is, and the change is made now.
 * @typedef {{ begun: true } | { verdict: Verdict }} Message
 */

/**
 * @typedef {object} RunnerOptions
 * @property {string} script the worker: gets mutants, and answers each with messages
 * @property {() => string} makeTree makes a tree for the worker to change, which becomes its folder
 * @property {number} greenMs a test that takes longer in the tree as it is runs for ever
 * @property {number} patienceMs the same after the change
 */

/** Tries mutants in a process and a tree of its own; both are made anew after one that had to be ended. */
export class MutantRunner {
  #options;
  #tree;
  #child;

  /** @param {RunnerOptions} options */
  constructor(options) {
    this.#options = options;
    this.#tree = options.makeTree();
    this.#child = this.#start();
  }

  #start() {
    return fork(this.#options.script, [this.#tree], { cwd: this.#tree, silent: true });
  }

  /**
   * A mutant that makes its test run for ever was noticed, too; but a test that did so before says nothing.
   * @param {Mutant} mutant
   * @returns {Promise<Verdict>}
   */
  async attempt(mutant) {
    const child = this.#child;
    let hasBegun = false;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        const waitFor = (/** @type {number} */ ms) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            this.#renew();
            resolve(hasBegun ? 'red' : 'red before');
          }, ms);
        };
        waitFor(this.#options.greenMs);
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
        child.on('message', (/** @type {Message} */ message) => {
          if ('verdict' in message) return resolve(message.verdict);
          hasBegun = true;
          waitFor(this.#options.patienceMs);
        });
        child.send(mutant);
      });
    } finally {
      clearTimeout(timer);
      child.removeAllListeners();
    }
  }

  #renew() {
    this.end();
    this.#tree = this.#options.makeTree();
    this.#child = this.#start();
  }

  /** Ends the worker and removes its tree. */
  end() {
    this.#child.removeAllListeners();
    this.#child.kill('SIGKILL');
    fs.rmSync(this.#tree, { recursive: true, force: true, maxRetries: 5 });
  }
}
