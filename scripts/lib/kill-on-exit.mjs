// @ts-check
/**
 * Runs a program, and kills it when our parent process ends, for any reason: `kill-on-exit.mjs [--remove=FOLDER]… PROGRAM ARG…`.
 *
 * The program gets its own process group, which is killed when our standard input closes. A pipe also closes when its writer is killed
 * with SIGKILL, where no signal handler or `finally` runs. After a line `stop` the folders stay, because the parent still reads the logs
 * in them; without it the parent is gone and cannot remove them.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const GRACE_MS = 5_000;

const words = process.argv.slice(2);
const firstWord = words.findIndex((word) => !word.startsWith('--remove='));
const folders = words.slice(0, firstWord).map((word) => word.slice('--remove='.length));
const [program = '', ...args] = words.slice(firstWord);

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
let asked = false;
let ending = false;

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  try {
    // Windows has no process groups; an editor there ends its own children.
    if (process.platform === 'win32') child.kill(signal);
    else if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}

function end() {
  if (ending) return;
  ending = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref();
}

/** @param {number} code */
function finish(code) {
  // Children of the program may still be running.
  signalGroup('SIGKILL');
  if (ending && !asked) for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}

process.stdin.on('data', (/** @type {Buffer} */ data) => {
  if (data.includes('stop')) {
    asked = true;
    end();
  }
});
process.stdin.on('end', end);
process.stdin.on('error', end);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end);

child.on('error', (error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  finish(127);
});
child.on('exit', (code) => finish(code ?? 128));
