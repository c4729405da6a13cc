// @ts-check
/**
 * Starts each agent of the demo as a process, and restarts those that die: `start-agents.mjs HOME [AGENT]…`. They share its process group,
 * so that killing the group ends all. Their output goes to files; this process prints only problems.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readDemoFolder } from './demo-folder.mjs';
import { memberOf, roster } from './roster.mjs';

const [home = '', ...names] = process.argv.slice(2);
const demo = readDemoFolder(home);
/** Long enough for the coordinator to notice that the agent is gone, at any pace. */
const RETURN_SECONDS = 120;
/** So that they do not all start with the same task. */
const STAGGER_MS = 300;

/** @param {import('./roster.mjs').Member} member @param {number} life from 1 */
function start(member, life) {
  const log = fs.openSync(path.join(demo.logs, `${member.id}.log`), 'a');
  const program = fileURLToPath(new URL(`${member.program}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program, home, member.id, String(life)], { cwd: demo.workspace, stdio: ['ignore', log, log] });
  fs.closeSync(log);
  child.on('error', (error) => console.log(`${member.id} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (code !== null) console.log(`${member.id} ended with exit code ${code}; see ${path.join(demo.logs, `${member.id}.log`)}`);
    else fs.appendFileSync(path.join(demo.logs, `${member.id}.log`), `ended by ${signal}\n`);
    setTimeout(start, RETURN_SECONDS * 1000, member, life + 1);
  });
}

const members = names.length === 0 ? roster : names.map(memberOf);
for (const member of members) {
  start(member, 1);
  await wait(STAGGER_MS * demo.pace);
}
