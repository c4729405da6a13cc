// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readDemoFolder } from './demo-folder.mjs';
import { memberOf } from './roster.mjs';

/** The price of a token in US dollars. */
export const TOKEN_USD = 0.000_014;

/**
 * Reads the arguments of a program of the demo: `program HOME AGENT LIFE`.
 * @returns {{ demo: import('./demo-folder.mjs').DemoFolder, member: import('./roster.mjs').Member, scratch: string, life: number }} `scratch`: a
 *   folder of its own on the workspace's disk; `life`: 1 at the first start, increased at each restart
 */
export function begin() {
  const [home = '', id = '', life = '1'] = process.argv.slice(2);
  const scratch = path.join(home, 'scratch', id);
  fs.mkdirSync(scratch, { recursive: true });
  return { demo: readDemoFolder(home), member: memberOf(id), scratch, life: Number(life) };
}

/** @param {string} line for the agent's log */
export const note = (line) => console.log(`${new Date().toISOString()} ${line}`);

/**
 * @param {import('./demo-folder.mjs').DemoFolder} demo
 * @param {number} seconds at pace 1
 */
export const pause = (demo, seconds) => wait(seconds * 1000 * demo.pace);

/** @param {string} file @returns {string} its text; empty where there is none */
export function textOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/**
 * Replaces a file atomically, so that no compiler reads an incomplete file.
 * @param {string} file
 * @param {string} text
 * @param {string} scratch the agent's own folder on the same disk
 */
export function writeFile(file, text, scratch) {
  const part = path.join(scratch, path.basename(file));
  fs.writeFileSync(part, text);
  fs.renameSync(part, file);
}
