// @ts-check
import { fork } from 'node:child_process';
import fs from 'node:fs';

/** @typedef {import('./log-mutants.mjs').Mutant} Mutant */
/** @typedef {'red' | 'survived' | 'not applied' | 'no such test' | 'red before'} Verdict */
/**
 * Message of a worker about a mutant. `begun`: its test has passed without the change, which is made now.
 * @typedef {{ begun: true } | { verdict: Verdict }} Message
 */

/**
 * @typedef {object} RunnerOptions
 * @property {string} script the worker, which gets mutants and answers each with messages
 * @property {() => string} makeTree makes a tree for the worker to change; its working directory
 * @property {number} greenMs time limit of a test without the change
 * @property {number} patienceMs time limit of a test with the change
 */

/** Runs mutants in a process with its own tree. Both are replaced after a process that had to be killed. */
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
   * A mutant whose test hangs counts as detected, but not if the test hangs without the change.
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
