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
  skip: () => (hasContention() ? undefined : 'test/contention has no suites yet.'),
});

/** The static checks. */
const checks = [
  typesStep,
  check('lint', 'Lint and format (Biome)', () => [programOf('@biomejs/biome', 'biome'), 'check', '--colors=off', '--max-diagnostics=200']),
  check('boundaries', 'Import rules between layers', () => [script('boundaries.mjs')]),
  check('lengths', 'File lengths', () => [script('file-lengths.mjs')]),
  check(
    'sizes',
    'Package, and the size of what people install',
    () => [script('sizes.mjs')],
    () => (exists('dist/extension.cjs') ? undefined : 'No extension to measure yet.'),
  ),
  check('dead-code', 'Dead code and unused packages (Knip)', () => [programOf('knip'), '--no-progress', '--treat-config-hints-as-errors']),
];

/** Two runs, because the memory of a process grows with the number of the files that it has run. */
const unit = [
  vitestStep({ config: 'vitest.config.ts', name: 'engine', title: 'Unit tests of the engine', part: ['test/unit/engine/'] }),
  vitestStep({
    config: 'vitest.config.ts',
    name: 'unit',
    title: 'Other unit, property and conformance tests',
    part: ['--exclude', 'test/unit/engine/**'],
  }),
];

/** @param {string} sequence @returns {(step: import('./step.mjs').Step) => import('./step.mjs').Step} */
const inSequence = (sequence) => (step) => ({ ...step, sequence });

/**
 * The steps of `npm test`. The static checks run concurrently with the editor, which mostly waits. The unit tests run alone: with an editor
 * they would time out on two cores. * @type {readonly import('./step.mjs').Step[]}
 */
export const steps = [
  check('build', 'Build every bundle and the declarations', () => [script('build.mjs'), '--production']),
  ...checks.map(inSequence('checks')),
  ...[harnessStep, ...editorSteps].map(inSequence('editor')),
  ...unit,
  contention,
];
