// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPlace } from './place.mjs';
import { memberOf } from './roster.mjs';

/** The price of a token in US dollars. */
export const TOKEN_USD = 0.000_014;

/**
 * What a program of the demo begins with: `program HOME AGENT LIFE`.
 * @returns {{ place: import('./place.mjs').Place, member: import('./roster.mjs').Member, scratch: string, life: number }} `scratch`: a
 *   folder of its own on the workspace's disk; `life`: from 1, grows each time that it is started again
 */
export function begin() {
  const [home = '', id = '', life = '1'] = process.argv.slice(2);
  const scratch = path.join(home, 'scratch', id);
  fs.mkdirSync(scratch, { recursive: true });
  return { place: readPlace(home), member: memberOf(id), scratch, life: Number(life) };
}

/** @param {string} line for the agent's log */
export const note = (line) => console.log(`${new Date().toISOString()} ${line}`);

/**
 * @param {import('./place.mjs').Place} place
 * @param {number} seconds for people; a demo at another pace takes less
 */
export const pause = (place, seconds) => wait(seconds * 1000 * place.pace);

/** @param {string} file @returns {string} its text; empty where there is none */
export function textOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/**
 * Replaces a file in one go, so that nobody's compiler reads half of it.
 * @param {string} file
 * @param {string} text
 * @param {string} scratch a folder of one's own on the same disk
 */
export function writeFile(file, text, scratch) {
  const part = path.join(scratch, path.basename(file));
  fs.writeFileSync(part, text);
  fs.renameSync(part, file);
}
