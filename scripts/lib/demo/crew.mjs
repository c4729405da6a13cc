// @ts-check
/**
 * Starts every agent of the demo as a process of its own, and another in place of one that has died: `crew.mjs HOME [AGENT]…`.
 * They share its process group, so that whoever ends that ends them all. What they write is in files; here goes what went wrong.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readPlace } from './place.mjs';
import { memberOf, roster } from './roster.mjs';

const [home = '', ...names] = process.argv.slice(2);
const place = readPlace(home);
/** Long enough for the coordinator to notice that it is gone, at any pace. */
const RETURN_SECONDS = 120;
/** So that they do not all begin with the same. */
const STAGGER_MS = 300;

/** @param {import('./roster.mjs').Member} member @param {number} life from 1 */
function start(member, life) {
  const log = fs.openSync(path.join(place.logs, `${member.id}.log`), 'a');
  const program = fileURLToPath(new URL(`${member.program}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program, home, member.id, String(life)], { cwd: place.workspace, stdio: ['ignore', log, log] });
  fs.closeSync(log);
  child.on('error', (error) => console.log(`${member.id} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (code !== null) console.log(`${member.id} ended with exit code ${code}; see ${path.join(place.logs, `${member.id}.log`)}`);
    else fs.appendFileSync(path.join(place.logs, `${member.id}.log`), `ended by ${signal}\n`);
    setTimeout(start, RETURN_SECONDS * 1000, member, life + 1);
  });
}

const members = names.length === 0 ? roster : names.map(memberOf);
for (const member of members) {
  start(member, 1);
  await wait(STAGGER_MS * place.pace);
}
