// @ts-check
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makePlace } from '../demo/place.mjs';
import { importTypeScript } from '../import-typescript.mjs';
import { fromRoot } from '../project.mjs';
import { runNode } from '../run.mjs';

/** @typedef {import('../demo/place.mjs').Place} Place */
/** @typedef {import('../demo/place.mjs').Supplies} Supplies */

/** @type {Supplies} */
const ours = { programs: fromRoot('dist', 'bin'), packages: fromRoot('node_modules') };

/**
 * Makes a demo in a new temporary folder, with its `.cortex`.
 * @param {number} pace 1 for people; smaller is faster
 * @param {Supplies} [supplies]
 * @returns {Promise<Place>}
 * @throws Error that says what `cortex init` said; nothing is left then
 */
export async function makeDemo(pace, supplies = ours) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-demo-'));
  try {
    const place = makePlace(supplies, home, pace);
    const { code, output } = await runNode(place.cortex, ['init', '--root', place.workspace]);
    if (code !== 0) throw new Error(`\`cortex init\` in ${place.workspace} ended with exit code ${code}:\n${output}`);
    return place;
  } catch (error) {
    removeHome(home);
    throw error;
  }
}

/** @param {string} home of a demo */
function removeHome(home) {
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/**
 * As `makeDemo`, for a process that may be ended at any moment: it does not end before the demo is made, and then removes it.
 * @param {import('./endings.mjs').Endings} endings
 * @param {number} pace
 * @param {Supplies} [supplies]
 * @returns {Promise<Place>}
 */
export function makeDemoUntil(endings, pace, supplies) {
  const making = makeDemo(pace, supplies);
  endings.add(() =>
    making.then(
      ({ home }) => removeHome(home),
      () => undefined,
    ),
  );
  return making;
}

/** @typedef {{ stop: () => Promise<void>, problems: () => string, ended: Promise<number> }} Crew */

/**
 * Starts agents in a demo. They end, and its folder is removed, with `stop`, or when this process is gone.
 * @param {Place} place
 * @param {readonly string[]} [agents] ids; all when left out
 * @returns {Promise<Crew>}
 */
export async function startCrew(place, agents = []) {
  const { outerEnvironment, startLeashed } = /** @type {typeof import('../../../test/harness/leashed.ts')} */ (
    await importTypeScript('test/harness/leashed.ts')
  );
  const script = fromRoot('scripts', 'lib', 'demo', 'crew.mjs');
  const env = outerEnvironment();
  const crew = startLeashed(process.execPath, [script, place.home, ...agents], { env, removeIfKilled: [place.home] });
  return {
    problems: crew.output,
    ended: crew.exited,
    stop: async () => {
      await crew.stop();
      removeHome(place.home);
    },
  };
}
