// @ts-check
/**
 * Opens a window of the desktop editor, and ends the editor when this process ends: `desktop-window.mjs USER-DATA PROGRAM ARG…`. The program that opens the window leaves the
 * editor itself running in a process group of its own, whose id the editor writes into its user data folder.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Less than the grace period of kill-on-exit.mjs. */
const GRACE_MS = 3_000;
const LOOK_MS = 50;

const [userData = '', program = '', ...args] = process.argv.slice(2);

/** @param {NodeJS.Signals | 0} signal @returns {boolean} whether the editor was there */
function signalEditor(signal) {
  try {
    const id = Number(fs.readFileSync(path.join(userData, 'code.lock'), 'utf8'));
    return Number.isInteger(id) && id > 1 && process.kill(id, signal);
  } catch {
    return false;
  }
}

let isEnding = false;

async function end() {
  if (isEnding) return;
  isEnding = true;
  signalEditor('SIGTERM');
  for (const deadline = performance.now() + GRACE_MS; signalEditor(0) && performance.now() < deadline; ) await wait(LOOK_MS);
  signalEditor('SIGKILL');
  process.exit(0);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end);

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(`${program}: ${error.message}`);
  process.exit(127);
});
// Our signal also ends it, while `end` still ends the editor.
child.on('exit', (code) => {
  if (!isEnding) process.exit(code ?? 128);
});
