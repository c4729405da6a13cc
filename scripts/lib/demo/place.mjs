// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { layOut } from './material.mjs';

/**
 * Where a demo lives: a folder of its own, removed at the end.
 * @typedef {object} Place
 * @property {string} home holds everything below
 * @property {string} workspace what the editor opens
 * @property {string} cortex the program `cortex`, a copy: a build meanwhile must not pull it away from under the agents
 * @property {string} logs what each agent writes, a file each
 * @property {number} pace 1 for people; smaller is faster
 */

const PLACE_FILE = 'place.json';

/**
 * Where to take from what a demo needs.
 * @typedef {object} Supplies
 * @property {string} programs the folder that holds `cortex.cjs` and what it loads
 * @property {string} packages a `node_modules` with `typescript` and `@types/node`
 */

/** @param {string} packages @param {string} workspace @param {string} name of the package */
function link(packages, workspace, name) {
  const to = path.join(workspace, 'node_modules', ...name.split('/'));
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.symlinkSync(path.join(packages, ...name.split('/')), to, 'junction');
}

/**
 * Makes a demo's folders and the project in them. Nothing is downloaded: its compiler is ours.
 * @param {Supplies} supplies
 * @param {string} home an empty folder
 * @param {number} pace
 * @returns {Place}
 * @throws Error when the program `cortex` is not built
 */
export function makePlace({ programs, packages }, home, pace) {
  if (!fs.existsSync(path.join(programs, 'cortex.cjs'))) {
    throw new Error(`${path.join(programs, 'cortex.cjs')} is missing. Run \`npm run build\` and look at what it says.`);
  }
  const place = {
    home,
    workspace: path.join(home, 'storefront'),
    cortex: path.join(home, 'cortex', 'cortex.cjs'),
    logs: path.join(home, 'logs'),
    pace,
  };
  fs.cpSync(programs, path.dirname(place.cortex), { recursive: true });
  fs.mkdirSync(place.logs);
  layOut(place.workspace);
  for (const name of ['typescript', '@types/node']) link(packages, place.workspace, name);
  fs.writeFileSync(path.join(home, PLACE_FILE), JSON.stringify(place));
  return place;
}

/** @param {string} home @returns {Place} */
export const readPlace = (home) => JSON.parse(fs.readFileSync(path.join(home, PLACE_FILE), 'utf8'));
