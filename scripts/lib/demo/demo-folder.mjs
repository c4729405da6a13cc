// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { layOut } from './jobs.mjs';

/**
 * The folder of a demo, removed at the end.
 * @typedef {object} DemoFolder
 * @property {string} home contains all of the following
 * @property {string} workspace the project, which the editor opens
 * @property {string} cortex a copy of the program `cortex`, because a build replaces the original
 * @property {string} logs the output of the agents, a file each
 * @property {number} pace 1 for people; lower is faster
 */

const MANIFEST = 'demo.json';

/**
 * The files that a demo needs.
 * @typedef {object} Sources
 * @property {string} programs the folder with `cortex.cjs` and the files that it loads
 * @property {string} packages a `node_modules` with `typescript` and `@types/node`
 */

/** @param {string} packages @param {string} workspace @param {string} name of the package */
function link(packages, workspace, name) {
  const to = path.join(workspace, 'node_modules', ...name.split('/'));
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.symlinkSync(path.join(packages, ...name.split('/')), to, 'junction');
}

/**
 * Creates the folders of a demo, and the project in them. The compiler is linked, not downloaded.
 * @param {Sources} supplies
 * @param {string} home an empty folder
 * @param {number} pace
 * @returns {DemoFolder}
 * @throws Error when the program `cortex` is not built
 */
export function makeDemoFolder({ programs, packages }, home, pace) {
  if (!fs.existsSync(path.join(programs, 'cortex.cjs'))) {
    throw new Error(`${path.join(programs, 'cortex.cjs')} is missing. Run first: npm run build`);
  }
  const demo = {
    home,
    workspace: path.join(home, 'storefront'),
    cortex: path.join(home, 'cortex', 'cortex.cjs'),
    logs: path.join(home, 'logs'),
    pace,
  };
  fs.cpSync(programs, path.dirname(demo.cortex), { recursive: true });
  fs.mkdirSync(demo.logs);
  layOut(demo.workspace);
  for (const name of ['typescript', '@types/node']) link(packages, demo.workspace, name);
  fs.writeFileSync(path.join(home, MANIFEST), JSON.stringify(demo));
  return demo;
}

/** @param {string} home @returns {DemoFolder} */
export const readDemoFolder = (home) => JSON.parse(fs.readFileSync(path.join(home, MANIFEST), 'utf8'));
