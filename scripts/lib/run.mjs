// @ts-check
import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/**
 * @typedef {object} RunOptions
 * @property {number} [timeoutMs] after which the process group is killed and the run fails
 * @property {Record<string, string>} [env] on top of this process's own
 */

/** @typedef {{ code: number, output: string }} RunResult */

const DEFAULT_TIMEOUT_MS = 3_600_000;
const posix = process.platform !== 'win32';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  try {
    if (posix && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // Already gone.
  }
}

// Children have a process group of their own, so a Ctrl-C in the terminal does not reach them by itself.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(130);
  });
}

/**
 * Runs a program to its end with stdin closed, and returns its exit code and its output (both streams in the order of
 * arrival). Never rejects: the code is 127 for a program that cannot be started, and 124 after a timeout.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, { timeoutMs = DEFAULT_TIMEOUT_MS, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: posix,
    });
    running.add(child);
    /** @type {Buffer[]} */
    const chunks = [];
    /** @type {number | undefined} */
    let verdict;
    const timer = setTimeout(() => {
      verdict = 124;
      chunks.push(Buffer.from(`\ntimeout after ${timeoutMs / 1000} s\n`));
      endGroup(child);
    }, timeoutMs);
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.on('error', (error) => {
      verdict = 127;
      chunks.push(Buffer.from(`${error.message}\n`));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: verdict ?? code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/**
 * Runs a script with this very Node.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options);

/**
 * Runs npm: the one that started us if there is one, otherwise the one on the path.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options) {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) return runNode(script, args, options);
  // npm is a shell script on Windows, which can only be started through one.
  return posix ? run('npm', args, options) : run('cmd', ['/d', '/s', '/c', 'npm', ...args], options);
}
