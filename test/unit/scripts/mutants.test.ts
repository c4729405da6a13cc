import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mutants } from '../../../scripts/lib/log-mutants.mjs';
import { MutantRunner } from '../../../scripts/lib/mutant-runner.mjs';
import { mutate } from '../../../scripts/lib/mutate.mjs';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { runNode } from '../../../scripts/lib/run.mjs';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { processesOf } from '../../support/processes.ts';

const SCRIPT = fromRoot('scripts', 'mutants.mjs');

/** Creates a runner with a worker that runs `work` for each mutant, in trees below `trees`. */
function runnerOf(work: string, patienceMs: number): { runner: MutantRunner; trees: string } {
  const folder = temporaryFolder();
  const script = path.join(folder, 'worker.cjs');
  fs.writeFileSync(script, `process.on('message', (mutant) => { ${work} });`);
  const trees = path.join(folder, 'trees');
  fs.mkdirSync(trees);
  const runner = new MutantRunner({ script, makeTree: () => fs.mkdtempSync(path.join(trees, 't-')), greenMs: patienceMs, patienceMs });
  onTestFinished(() => runner.end());
  return { runner, trees };
}

const [mutant] = mutants;
if (mutant === undefined) throw new Error('there are no mutants');

const read = (...names: string[]): string => fs.readFileSync(fromRoot(...names), 'utf8');

/** Whether a test file contains a name, or all its parts where `test.each` composes the name from them. */
const hasName = (text: string, name: string): boolean => name.split(/: at every call | (?=of )/).every((part) => text.includes(part));

/** Long enough to start a worker on a busy machine. */
const PATIENCE_MS = 5_000;
const attempt = (work: string, patienceMs = 60_000) => runnerOf(work, patienceMs).runner.attempt(mutant);

describe('each mutant', () => {
  test('changes one place of a file that exists', () => {
    const wrong = mutants.filter((each) => {
      const source = read('src/engine', each.file);
      const mutated = mutate(source, each);
      return mutated === null || mutated === source || parseSync(each.file, mutated).errors.length > 0;
    });
    expect(wrong).toEqual([]);
  });

  test('names a test that exists', () => {
    const missing = mutants.filter(({ test: file, name }) => !hasName(read('test/unit/engine/log', `${file}.test.ts`), name));
    expect(missing).toEqual([]);
  });
});

describe('a change of the syntax tree', () => {
  const source = 'class A { get(x) {\n  // Why.\n  if (x === 1n &&\n    this.#b) return { a: 1, b }; return x; }\n  set(x) { return x; } }';

  test.each([
    ['an expression in other formatting', { find: 'x===1n&&this.#b', replace: 'true' }, ['x === 1n &&\n    this.#b', 'true']],
    ['a property', { find: 'a: 1,', replace: '' }, ['a: 1,', '']],
    ['an object', { find: '{ a: 1, b }', replace: 'null' }, ['{ a: 1, b }', 'null']],
    ['a statement of one method', { find: 'return x;', replace: '', within: 'set' }, ['{ return x;', '{ ']],
    ['a block', { find: '{ return x; }', replace: '{}', within: 'set' }, ['{ return x; }', '{}']],
  ] as const)('replaces %s', (_what, change, [before, after]) => {
    expect(mutate(source, change)).toBe(source.replace(before, after));
  });

  test('is refused if there is no such place, or more than one', () => {
    expect(mutate(source, { find: 'x === 2n', replace: '' })).toBeNull();
    expect(mutate(source, { find: 'return x;', replace: '' })).toBeNull();
    expect(() => mutate(source, { find: 'return (', replace: '' })).toThrow('cannot be parsed');
  });
});

describe('a mutant', () => {
  test('is detected if its test does not end', async () => {
    expect(await attempt('process.send({ begun: true })', PATIENCE_MS)).toBe('red');
  });

  test('is not detected if its test did not end before the change', async () => {
    expect(await attempt('', 500)).toBe('red before');
  });

  test('has its full time after its test passed unchanged', async () => {
    const slow = `setTimeout(() => process.send({ begun: true }), 2_000); setTimeout(() => process.send({ verdict: 'survived' }), 6_000);`;
    const { runner } = runnerOf(`if (mutant.name === 'warm') process.send({ verdict: 'red' }); else { ${slow} }`, PATIENCE_MS);
    // Excludes the start of the worker.
    expect(await runner.attempt({ ...mutant, name: 'warm' })).toBe('red');
    expect(await runner.attempt(mutant)).toBe('survived');
  });

  test('that exits its worker is an error, and one that must be killed gets a new worker in a new tree', async () => {
    await expect(attempt('process.exit(3)')).rejects.toThrow('a worker ended with 3');
    const { runner, trees } = runnerOf(`if (mutant.name === 'hang') return; process.send({ verdict: 'red' });`, PATIENCE_MS);
    const [first] = fs.readdirSync(trees);
    expect(await runner.attempt({ ...mutant, name: 'hang' })).toBe('red before');
    expect(await runner.attempt(mutant)).toBe('red');
    expect(fs.readdirSync(trees)).toHaveLength(1);
    expect(fs.readdirSync(trees)).not.toContain(first);
    runner.end();
    expect(fs.readdirSync(trees)).toEqual([]);
  });
});

describe('scripts/mutants.mjs', () => {
  test('fails if no mutant is selected', async () => {
    const { code, output } = await runNode(SCRIPT, ['no such "line"']);
    expect(code).toBe(1);
    expect(output).toContain('no such \\"line\\"');
    expect(output).not.toContain('passed');
  });

  test.skipIf(process.platform !== 'linux').each([
    ['SIGINT', 'while it makes the first tree', (folder: string) => fs.readdirSync(folder).length > 0],
    ['SIGKILL', 'while its workers begin', (folder: string) => processesOf(folder).length >= 2],
  ] as const)('leaves no tree and no process when it gets %s %s', async (signal, _when, isTime) => {
    const folder = temporaryFolder();
    const run = spawn(process.execPath, [SCRIPT, mutant.find], { env: { ...process.env, TMPDIR: folder }, stdio: 'ignore' });
    onTestFinished(() => void run.kill('SIGKILL'));
    await expect.poll(() => isTime(folder), { interval: 5 }).toBe(true);
    run.kill(signal);
    await waitFor('everything to end', async () => processesOf(folder).length === 0 && fs.readdirSync(folder).length === 0);
  });
});

test('a worker without a parent removes its tree and exits', async () => {
  const tree = path.join(temporaryFolder(), 'tree');
  const file = path.join(tree, 'src/engine', mutant.file);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'anotherLine();');
  const worker = fork(fromRoot('scripts', 'lib', 'mutant-worker.mjs'), [tree], { cwd: tree, silent: true });
  onTestFinished(() => void worker.kill('SIGKILL'));
  worker.send(mutant);
  expect(await once(worker, 'message')).toEqual([{ verdict: 'not applied' }, undefined]);
  worker.disconnect();
  await once(worker, 'exit');
  expect(fs.existsSync(tree)).toBe(false);
});
