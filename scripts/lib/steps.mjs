// @ts-check
import { editorSteps, harnessStep } from './editor-steps.mjs';
import { exists, fromRoot, listFiles, programOf, root } from './project.mjs';
import { check } from './step.mjs';
import { typesStep } from './types-step.mjs';
import { vitestStep } from './vitest-step.mjs';

/** @param {string} name */
const script = (name) => fromRoot('scripts', name);

const hasContention = () => listFiles(root, 'test/contention', (file) => file.endsWith('.test.ts')).length > 0;

const contention = vitestStep({
  name: 'contention',
  title: 'Contention: many processes, some killed',
  config: 'vitest.contention.config.ts',
  timeoutMs: 7_200_000,
  skip: () => (hasContention() ? undefined : 'test/contention has no suites yet.'),
});

/** What looks at the code. */
const checks = [
  typesStep,
  check('lint', 'Lint and format (Biome)', () => [programOf('@biomejs/biome', 'biome'), 'check', '--colors=off', '--max-diagnostics=200']),
  check('boundaries', 'Import boundaries and injected time', () => [script('boundaries.mjs')]),
  check('lengths', 'File lengths', () => [script('file-lengths.mjs')]),
  check(
    'sizes',
    'Package, and the size of what people install',
    () => [script('sizes.mjs')],
    () => (exists('dist/extension.cjs') ? undefined : 'There is no extension to measure yet.'),
  ),
  check('dead-code', 'Dead code and unused packages (Knip)', () => [programOf('knip'), '--no-progress', '--treat-config-hints-as-errors']),
];

const unit = vitestStep({ name: 'unit', title: 'Unit, property and conformance tests', config: 'vitest.config.ts', timeoutMs: 7_200_000 });

/** @param {string} lane @returns {(step: import('./step.mjs').Step) => import('./step.mjs').Step} */
const inLane = (lane) => (step) => ({ ...step, lane });

/**
 * What `npm test` does: anything with a name, a title and a `run` that gives `{ passed, failed, skipped }`. The checks of the code
 * run beside the editor, which waits much. Unit tests have the machine for themselves: beside an editor they do not come to their end in
 * time on two cores.
 * @type {readonly import('./step.mjs').Step[]}
 */
export const steps = [
  check('build', 'Build every bundle and the declarations', () => [script('build.mjs'), '--production']),
  ...checks.map(inLane('checks')),
  ...[harnessStep, ...editorSteps].map(inLane('editor')),
  unit,
  contention,
];
