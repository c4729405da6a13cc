// @ts-check
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { roster } from '../demo/roster.mjs';
import { ensureChromium, ensureEditor } from '../editor-install.mjs';
import { fromRoot } from '../project.mjs';
import { runNpm } from '../run.mjs';
import { makeDemoUntil, startCrew } from './agents.mjs';
import { serveEditor, takeShot } from './browser.mjs';
import { entrances } from './contributions.mjs';
import { hasDesktop, openDesktop } from './desktop.mjs';
import { Endings } from './endings.mjs';
import { report, standing, statusLine, waitUntil } from './watch.mjs';

/** @typedef {(line: string) => void} Say */
/** @typedef {import('../demo/place.mjs').Place} Place */

const VSIX = path.join('out', 'cortex-mission-control.vsix');
const PACKAGE_TIMEOUT_MS = 300_000;
const FIRST_AGENTS_MS = 120_000;
const UNDER_WAY_MS = 300_000;
const STATUS_MS = 10_000;

/** For a person to watch, unlike the stillness that tests want. */
const SETTINGS = { 'workbench.reduceMotion': 'auto', 'editor.cursorBlinking': 'blink' };

/**
 * Says what is done, and when it is.
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
  if (code !== 0) throw new Error(`\`npm run package\` ended with exit code ${code}:\n${output.slice(-3000)}\nCorrect what it names.`);
}

/** @param {Place} place @param {Say} say */
function sayWhatToSee(place, say) {
  const { container, dashboard } = entrances();
  const rude = roster.flatMap(({ id, fault }) => (fault === undefined ? [] : [`${id} ${fault}`]));
  say('');
  say(`The project that they work on: ${place.workspace}`);
  say(`In the editor: the ${container} icon at the left has tasks, agents and locks; F1, then "${dashboard}", shows all at once.`);
  say(`Not everybody behaves well: ${rude.join('; ')}.`);
  say('Ctrl-C ends everything.');
  say('');
}

/**
 * Reports how the swarm stands, whenever that has changed.
 * @param {Place} place
 * @param {import('./agents.mjs').Crew} crew
 * @param {Promise<unknown>} over
 * @param {Say} say
 * @param {string} [address] of the editor
 */
async function follow(place, crew, over, say, address) {
  let before = '';
  let problems = '';
  // How it ends is for whoever waits for it.
  const ended = over.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([ended, wait(STATUS_MS, false, { ref: false })]))) {
    const now = standing(place);
    const line = now === undefined ? 'no swarm' : statusLine(now);
    if (line !== before) say(report(new Date().toLocaleTimeString(), line, address));
    before = line;
    for (const problem of crew.problems().slice(problems.length).split('\n').filter(Boolean)) say(`! ${problem}`);
    problems = crew.problems();
  }
}

/**
 * @param {Place} place
 * @param {boolean} inWindow in a window of the desktop editor, or else in a browser
 * @param {Endings} endings
 * @param {Say} say
 * @returns {Promise<{ closed: Promise<unknown>, address?: string }>} settles when the person closed the window; rejects when the editor
 *   broke down; `address`: where a browser finds it
 */
async function openForPerson(place, inWindow, endings, say) {
  const options = { vsix: fromRoot(VSIX), settings: SETTINGS };
  if (inWindow) {
    const desktop = await step(say, 'Opening VS Code, with a profile of its own', () =>
      openDesktop({ ...options, workspace: place.workspace }),
    );
    endings.add(desktop.stop);
    return { closed: desktop.closed };
  }
  const session = await step(say, 'Starting VS Code for the browser', () =>
    serveEditor({ ...options, vsix: VSIX, say: (line) => say(`  ${line}`) }),
  );
  endings.add(session.stop);
  say('');
  const address = session.server.url({ workspace: place.workspace });
  say(`Open: ${address}`);
  say('The address works on this machine only, and holds a secret.');
  return { closed: session.server.exited.then(() => broken('The editor', session.server.output())), address };
}

/** @param {string} what @param {string} output @returns {never} */
function broken(what, output) {
  throw new Error(`${what} ended unexpectedly. Its last words:\n${output.slice(-2000)}\nRun \`npm start\` again.`);
}

/** @param {Place} place @param {import('./agents.mjs').Crew} crew @param {string} file @param {Endings} endings @param {Say} say */
async function shoot(place, crew, file, endings, say) {
  const session = await step(say, 'Starting VS Code without a screen', () =>
    serveEditor({ vsix: VSIX, settings: {}, say: (line) => say(`  ${line}`) }),
  );
  endings.add(session.stop);
  const agents = roster.filter(({ program }) => program === 'agent').map(({ id }) => id);
  const underWay = () => waitUntil(place, ({ done, working, locks }) => done >= 6 && working >= 8 && locks >= 4, UNDER_WAY_MS);
  await step(say, 'Waiting until the swarm is under way', async () => {
    const shot = takeShot(session, { workspace: place.workspace, file, underWay, agents });
    await follow(place, crew, shot, say);
    await shot;
  });
  say(`✓ ${file}`);
}

/**
 * Shows the extension at work: builds it, makes a project with a swarm of real agent processes, and opens the editor on it.
 * @param {{ shot: string | undefined, say: Say }} options `shot`: the PNG file to write instead of waiting for a person
 * @throws Error that says what failed and what to do; nothing is left running then
 */
export async function start({ shot, say }) {
  const endings = new Endings();
  await step(say, 'Building and packaging the extension', packageAll);
  const log = (/** @type {string} */ line) => say(`  ${line}`);
  if (shot !== undefined) await ensureChromium({ log });
  const inWindow = shot === undefined && (await hasDesktop());
  if (!inWindow) await ensureEditor({ log });
  endings.takeOverSignals(() => say('\nEnding the agents and the editor …'));
  try {
    const place = await step(say, 'Making a project to work on', () => makeDemoUntil(endings, 1));
    const crew = await startCrew(place);
    endings.add(crew.stop);
    await step(say, `Starting ${roster.length} agents, each a process`, () =>
      waitUntil(place, ({ working }) => working > 0, FIRST_AGENTS_MS),
    );
    if (shot !== undefined) return await shoot(place, crew, shot, endings, say);
    const { closed, address } = await openForPerson(place, inWindow, endings, say);
    sayWhatToSee(place, say);
    const agentsEnded = crew.ended.then(() => broken('The process that starts the agents', crew.problems()));
    await follow(place, crew, Promise.race([closed, agentsEnded]), say, address);
    if (!endings.isEnding) say('The window was closed.');
  } catch (error) {
    // What breaks while everything is ended was meant to end.
    if (!endings.isEnding) throw error;
  } finally {
    await endings.end();
  }
}
