// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { fromRoot } from './project.mjs';
import { runNode } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */

/**
 * One step of `npm test`. `run` returns the counts; an error counts as one failure.
 * @typedef {object} Step
 * @property {string} name short, for `--only` and the log's file name
 * @property {string} title for people
 * @property {string} [sequence] steps of different sequences run concurrently; a step without one runs alone
 * @property {(context: StepContext) => Promise<Counts>} run
 */

/**
 * Arguments of a step.
 * @typedef {object} StepContext
 * @property {(line: string) => void} note logs a line, and prints it, also if the step passes
 * @property {(text: string) => void} log logs a text, which is printed if the step fails
 * @property {(script: string, args?: readonly string[], options?: import('./run.mjs').RunOptions) => Promise<number>} node runs
 *   a script, logs its output, returns its exit code
 */

/** @typedef {Counts & { seconds: number, notes: string[], logFile: string, log: string }} Outcome */

/** @param {string} name */
const logFileOf = (name) => path.join('out', 'logs', `${name}.log`);

/**
 * A step that runs one program. It counts as one test, passed if the exit code is 0.
 * @param {string} name
 * @param {string} title
 * @param {() => [script: string, ...args: string[]]} command called when the step runs, after the install
 * @param {() => string | undefined} [skip] returns why the step cannot run yet
 * @returns {Step}
 */
export function check(name, title, command, skip) {
  return {
    name,
    title,
    run: async ({ node, note }) => {
      const reason = skip?.();
      if (reason !== undefined) {
        note(reason);
        return { passed: 0, failed: 0 };
      }
      const [script, ...args] = command();
      return (await node(script, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

/**
 * Runs a script that takes `--json FILE` and writes its counts there at its end. Without the file the script did not finish.
 * @param {StepContext} context
 * @param {string} name of the step
 * @param {string} script
 * @param {import('./run.mjs').RunOptions} options
 * @returns {Promise<Counts>}
 */
export async function runCounted({ node }, name, script, options) {
  const file = path.join('out', 'logs', `${name}.json`);
  fs.mkdirSync(fromRoot('out', 'logs'), { recursive: true });
  fs.rmSync(fromRoot(file), { force: true });
  await node(script, ['--json', file], options);
  return fs.existsSync(fromRoot(file)) ? JSON.parse(fs.readFileSync(fromRoot(file), 'utf8')) : { passed: 0, failed: 1 };
}

/**
 * @param {string[]} parts of the log
 * @param {string[]} notes
 * @returns {StepContext}
 */
function contextFor(parts, notes) {
  return {
    note: (line) => {
      parts.push(`${line}\n`);
      notes.push(line);
    },
    log: (text) => parts.push(text),
    node: async (script, args = [], options = {}) => {
      parts.push(`$ node ${[path.relative(fromRoot(), script), ...args].join(' ')}\n`);
      const { code, output } = await runNode(script, args, options);
      parts.push(output, `(exit code ${code})\n`);
      return code;
    },
  };
}

/**
 * Runs one step, writes its log, never throws.
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
export async function runStep(step) {
  const started = performance.now();
  /** @type {string[]} */
  const parts = [];
  /** @type {string[]} */
  const notes = [];
  /** @type {Counts} */
  let counts;
  try {
    counts = await step.run(contextFor(parts, notes));
  } catch (error) {
    parts.push(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    counts = { passed: 0, failed: 1 };
  }
  const log = parts.join('');
  const logFile = logFileOf(step.name);
  fs.mkdirSync(fromRoot('out', 'logs'), { recursive: true });
  fs.writeFileSync(fromRoot(logFile), log);
  return { ...counts, seconds: (performance.now() - started) / 1000, notes, logFile, log };
}

/**
 * The last line of a test run.
 * @param {Counts} counts
 */
export function summaryLine({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
