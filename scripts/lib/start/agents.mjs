// @ts-check
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeDemoFolder } from '../demo/demo-folder.mjs';
import { importTypeScript } from '../import-typescript.mjs';
import { fromRoot } from '../project.mjs';
import { runNode } from '../run.mjs';

/** @typedef {import('../demo/demo-folder.mjs').DemoFolder} DemoFolder */
/** @typedef {import('../demo/demo-folder.mjs').Sources} Sources */

/** @type {Sources} */
const ours = { programs: fromRoot('dist', 'bin'), packages: fromRoot('node_modules') };

/**
 * Creates a demo in a new temporary folder, with its `.cortex`.
 * @param {number} pace 1 for people; lower is faster
 * @param {Sources} [supplies]
 * @returns {Promise<DemoFolder>}
 * @throws Error with the output of `cortex init`; the folder is removed then
 */
export async function makeDemo(pace, supplies = ours) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-demo-'));
  try {
    const demo = makeDemoFolder(supplies, home, pace);
    const { code, output } = await runNode(demo.cortex, ['init', '--root', demo.workspace]);
    if (code !== 0) throw new Error(`\`cortex init\` in ${demo.workspace} ended with exit code ${code}:\n${output}`);
    return demo;
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
 * Like `makeDemo`, for a process that may be interrupted: cleanup then waits until the demo is complete, and removes it.
 * @param {import('./cleanup.mjs').Cleanup} cleanup
 * @param {number} pace
 * @param {Sources} [supplies]
 * @returns {Promise<DemoFolder>}
 */
export function makeDemoUntil(cleanup, pace, supplies) {
  const making = makeDemo(pace, supplies);
  cleanup.add(() =>
    making.then(
      ({ home }) => removeHome(home),
      () => undefined,
    ),
  );
  return making;
}

/** @typedef {{ stop: () => Promise<void>, problems: () => string, ended: Promise<number> }} RunningAgents */

/**
 * Starts agents in a demo. `stop`, or the end of this process, kills them and removes the folder.
 * @param {DemoFolder} demo
 * @param {readonly string[]} [agents] ids; default: all
 * @returns {Promise<RunningAgents>}
 */
export async function startAgents(demo, agents = []) {
  const { outerEnvironment, startChildProgram } = /** @type {typeof import('../../../test/harness/child-program.ts')} */ (
    await importTypeScript('test/harness/child-program.ts')
  );
  const script = fromRoot('scripts', 'lib', 'demo', 'start-agents.mjs');
  const env = outerEnvironment();
  const running = startChildProgram(process.execPath, [script, demo.home, ...agents], { env, removeIfKilled: [demo.home] });
  return {
    problems: running.output,
    ended: running.exited,
    stop: async () => {
      await running.stop();
      removeHome(demo.home);
    },
  };
}
