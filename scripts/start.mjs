// @ts-check
// Demonstrates the extension: `npm start`, also on a fresh clone. Imports only modules of Node, because it runs before packages are
// installed.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const HELP = `Usage: npm start -- [--shot <file.png>]

Installs missing packages, builds the extension, starts a swarm of agent processes on a small project, and opens the editor:
\`code\` if installed, otherwise VS Code for the browser; its address is printed. Ctrl-C ends everything.

  --shot <file.png>  open it without a screen, save a screenshot when agents work, and exit`;

/** @param {string | undefined} shot */
function shotFile(shot) {
  if (shot === undefined) return undefined;
  if (!shot.endsWith('.png')) throw new Error(`--shot ${shot}: the screenshot is a PNG. Expected: a file name that ends in .png.`);
  // Relative to the folder in which npm was started; npm changes to the folder of the project.
  const file = path.resolve(process.env.INIT_CWD ?? '.', shot);
  const folder = path.dirname(file);
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`--shot ${shot}: no folder ${folder}. Create it, or name another file.`);
  }
  return file;
}

async function main() {
  const { shot, help } = parseArgs({ options: { shot: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;
  if (help === true) return say(HELP);
  const file = shotFile(shot);
  if (!(await ensureInstalled(say))) {
    process.exitCode = 1;
    return;
  }
  const { start } = await import('./lib/start/start.mjs');
  await start({ shot: file, say });
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
