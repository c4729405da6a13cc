// @ts-check
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { roster } from '../demo/roster.mjs';
import { ensureChromium, ensureEditor } from '../editor-install.mjs';
import { fromRoot } from '../project.mjs';
import { runNpm } from '../run.mjs';
import { makeDemoUntil, startAgents } from './agents.mjs';
import { serveEditor, takeShot } from './browser.mjs';
import { Cleanup } from './cleanup.mjs';
import { hasDesktop, openDesktop } from './desktop.mjs';
import { manifestTitles } from './manifest-titles.mjs';
import { readState, report, statusLine, waitUntil } from './watch.mjs';

/** @typedef {(line: string) => void} Say */
/** @typedef {import('../demo/demo-folder.mjs').DemoFolder} DemoFolder */

const VSIX = path.join('out', 'cortex-mission-control.vsix');
const PACKAGE_TIMEOUT_MS = 300_000;
const FIRST_AGENTS_MS = 120_000;
const UNDER_WAY_MS = 300_000;
const STATUS_MS = 10_000;

/** Animations for people; tests switch them off. */
const SETTINGS = { 'workbench.reduceMotion': 'auto', 'editor.cursorBlinking': 'blink' };

/**
 * Prints the start and the end of a step.
 * @template T
 * @param {Say} say
 * @param {string} what
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
async function step(say, what, act) {
  say(`… ${what}`);
  const started = performance.now();
  const result = await act();
  say(`✓ ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}

/** Builds everything, and packages the extension as people install it. */
async function packageAll() {
  const { code, output } = await runNpm(['run', 'package'], { timeoutMs: PACKAGE_TIMEOUT_MS });
  if (code !== 0) throw new Error(`\`npm run package\` ended with exit code ${code}:\n${output.slice(-3000)}\nCorrect it, and try again.`);
}

/** @param {DemoFolder} demo @param {Say} say */
function sayWhatToSee(demo, say) {
  const { container, dashboard } = manifestTitles();
  const faults = roster.flatMap(({ id, fault }) => (fault === undefined ? [] : [`${id} ${fault}`]));
  say('');
  say(`Project: ${demo.workspace}`);
  say(`In the editor: the ${container} icon at the left shows tasks, agents and locks; F1, "${dashboard}" opens the dashboard.`);
  say(`Agents that break the rules: ${faults.join('; ')}.`);
  say('Ctrl-C ends everything.');
  say('');
}

/**
 * Prints the state of the swarm when it changes.
 * @param {DemoFolder} demo
 * @param {import('./agents.mjs').RunningAgents} running
 * @param {Promise<unknown>} over
 * @param {Say} say
 * @param {string} [address] of the editor
 */
async function follow(demo, running, over, say, address) {
  let before = '';
  let problems = '';
  // The caller handles its result.
  const ended = over.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([ended, wait(STATUS_MS, false, { ref: false })]))) {
    const now = readState(demo);
    const line = now === undefined ? 'no swarm' : statusLine(now);
    if (line !== before) say(report(new Date().toLocaleTimeString(), line, address));
    before = line;
    for (const problem of running.problems().slice(problems.length).split('\n').filter(Boolean)) say(`! ${problem}`);
    problems = running.problems();
  }
}

/**
 * @param {DemoFolder} demo
 * @param {boolean} inWindow in a window of the desktop editor, or else in a browser
 * @param {Cleanup} cleanup
 * @param {Say} say
 * @returns {Promise<{ closed: Promise<unknown>, address?: string }>} resolves when the person closes the window; rejects when the editor
 *   fails; `address`: for a browser
 */
async function openForPerson(demo, inWindow, cleanup, say) {
  const options = { vsix: fromRoot(VSIX), settings: SETTINGS };
  if (inWindow) {
    const desktop = await step(say, 'Opening VS Code, with a new profile', () => openDesktop({ ...options, workspace: demo.workspace }));
    cleanup.add(desktop.stop);
    return { closed: desktop.closed };
  }
  const session = await step(say, 'Starting VS Code for the browser', () =>
    serveEditor({ ...options, vsix: VSIX, say: (line) => say(`  ${line}`) }),
  );
  cleanup.add(session.stop);
  say('');
  const address = session.server.url({ workspace: demo.workspace });
  say(`Open: ${address}`);
  say('The address works only on this machine, and contains a secret.');
  return { closed: session.server.exited.then(() => broken('The editor', session.server.output())), address };
}

/** @param {string} what @param {string} output @returns {never} */
function broken(what, output) {
  throw new Error(`${what} ended unexpectedly. Its last output:\n${output.slice(-2000)}\nRun \`npm start\` again.`);
}

/** @param {DemoFolder} demo @param {import('./agents.mjs').RunningAgents} running @param {string} file @param {Cleanup} cleanup @param {Say} say */
async function shoot(demo, running, file, cleanup, say) {
  const session = await step(say, 'Starting VS Code without a screen', () =>
    serveEditor({ vsix: VSIX, settings: {}, say: (line) => say(`  ${line}`) }),
  );
  cleanup.add(session.stop);
  const agents = roster.filter(({ program }) => program === 'agent').map(({ id }) => id);
  const underWay = () => waitUntil(demo, ({ done, working, locks }) => done >= 6 && working >= 8 && locks >= 4, UNDER_WAY_MS);
  await step(say, 'Waiting until agents work', async () => {
    const shot = takeShot(session, { workspace: demo.workspace, file, underWay, agents });
    await follow(demo, running, shot, say);
    await shot;
  });
  say(`✓ ${file}`);
}

/**
 * Demonstrates the extension: builds it, creates a project with a swarm of agent processes, and opens the editor on it.
 * @param {{ shot: string | undefined, say: Say }} options `shot`: the PNG file to write instead of waiting for a person
 * @throws Error that says what failed and what to do; no process is left running
 */
export async function start({ shot, say }) {
  const cleanup = new Cleanup();
  await step(say, 'Building and packaging the extension', packageAll);
  const log = (/** @type {string} */ line) => say(`  ${line}`);
  if (shot !== undefined) await ensureChromium({ log });
  const inWindow = shot === undefined && (await hasDesktop());
  if (!inWindow) await ensureEditor({ log });
  cleanup.takeOverSignals(() => say('\nEnding the agents and the editor …'));
  try {
    const demo = await step(say, 'Creating the project', () => makeDemoUntil(cleanup, 1));
    const running = await startAgents(demo);
    cleanup.add(running.stop);
    await step(say, `Starting ${roster.length} agents, each a process`, () =>
      waitUntil(demo, ({ working }) => working > 0, FIRST_AGENTS_MS),
    );
    if (shot !== undefined) return await shoot(demo, running, shot, cleanup, say);
    const { closed, address } = await openForPerson(demo, inWindow, cleanup, say);
    sayWhatToSee(demo, say);
    const agentsEnded = running.ended.then(() => broken('The process that starts the agents', running.problems()));
    await follow(demo, running, Promise.race([closed, agentsEnded]), say, address);
    if (!cleanup.isEnding) say('The window was closed.');
  } catch (error) {
    // Errors during cleanup are expected: processes are being ended.
    if (!cleanup.isEnding) throw error;
  } finally {
    await cleanup.end();
  }
}
