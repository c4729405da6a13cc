// @ts-check
import { fromRoot } from './project.mjs';
import { runCounted } from './step.mjs';
import { STEP_MS, vitestStep } from './vitest-step.mjs';

/** @typedef {import('./step.mjs').Step} Step */
/** @typedef {import('./step.mjs').Counts} Counts */

const INSTALL_TIMEOUT_MS = 1_800_000;

/** A desktop editor is installed by its own tool, and needs no browser. */
const isDesktop = () => process.env.CORTEX_EDITOR === 'electron';

/**
 * Installs the editor before the time limit of the step starts.
 * @param {import('./step.mjs').StepContext} context
 */
async function installed({ node, note }) {
  if (isDesktop() || (await node(fromRoot('scripts', 'install-editor.mjs'), [], { timeoutMs: INSTALL_TIMEOUT_MS })) === 0) return true;
  note('Cannot install the editor; see the log.');
  return false;
}

/** @type {Step} */
const inEditor = {
  name: 'in-editor',
  title: 'Suites inside the extension host of a real VS Code',
  run: async (context) => {
    if (!(await installed(context))) return { passed: 0, failed: 1 };
    return runCounted(context, 'in-editor', fromRoot('scripts', 'test-in-editor.mjs'), { timeoutMs: STEP_MS });
  },
};

/**
 * A step of tests that drive the editor in a browser.
 * @param {string} name the project in the configuration
 * @param {string} title
 * @returns {Step}
 */
function browserStep(name, title) {
  const tests = vitestStep({ name, title, config: 'vitest.e2e.config.ts', part: ['--project', name] });
  return {
    ...tests,
    run: async (context) => {
      if (isDesktop()) {
        context.note('CORTEX_EDITOR=electron: these tests drive the editor in a browser only.');
        return { passed: 0, failed: 0 };
      }
      return (await installed(context)) ? tests.run(context) : { passed: 0, failed: 1 };
    },
  };
}

/** The suites of the extension in a real editor, in order. */
export const editorSteps = [inEditor, browserStep('e2e', 'End-to-end tests in the editor')];

/** Tests of the harness of these suites, which is not part of the extension. */
export const harnessStep = browserStep('harness', 'Tests of the test harness for the editor');
