// @ts-check
// Shows the extension at work: `npm start`, on a fresh clone too. Nothing but Node's own modules may be imported here, because it
// runs before anything is installed.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const HELP = `Usage: npm start -- [--shot <file.png>]

Installs what is missing, builds the extension, lets a swarm of agent processes work on a small project, and opens the
editor on it: \`code\` if there is one, else a VS Code for the browser, whose address is printed. Ctrl-C ends everything.

  --shot <file.png>  open it without a screen, save a picture once the swarm is under way, and end`;

/** @param {string | undefined} shot */
function shotFile(shot) {
  if (shot === undefined) return undefined;
  if (!shot.endsWith('.png')) throw new Error(`--shot ${shot}: the picture is a PNG. Give a file name that ends in .png.`);
  // Where the person typed it; npm runs us in the project's folder.
  const file = path.resolve(process.env.INIT_CWD ?? '.', shot);
  const folder = path.dirname(file);
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`--shot ${shot}: there is no folder ${folder}. Make it, or name another file.`);
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
