// @ts-check
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { linesOf } from './functions.mjs';

const TIMEOUT_MS = 120_000;

/** @typedef {{ file: string, line: number, message: string }} TypeProblem */
/** @typedef {{ passed: string[], failed: string[], why: string }} TestResult the names of tests, and the message of the first failure */

/**
 * Runs a program with Node and returns its standard output, also if it fails.
 * @param {string} cwd
 * @param {readonly string[]} args
 * @returns {Promise<string>}
 */
function node(cwd, args) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: TIMEOUT_MS, maxBuffer: 16_777_216 }, (_error, stdout) => resolve(stdout));
  });
}

/**
 * Type-checks the project with its own compiler and compiles it, errors or not.
 * @param {string} workspace
 * @param {string} outDir contains nothing else
 * @returns {Promise<TypeProblem[]>}
 */
export async function compile(workspace, outDir) {
  // Compiled tests of deleted files must not run.
  fs.rmSync(outDir, { recursive: true, force: true });
  const compiler = path.join('node_modules', 'typescript', 'bin', 'tsc');
  const output = await node(workspace, [compiler, '--pretty', 'false', '--outDir', outDir]);
  return [...output.matchAll(/^(\S+)\((\d+),\d+\): error (.*)$/gm)].map(([, file = '', line, message = '']) => {
    return { file: file.replaceAll('\\', '/'), line: Number(line), message };
  });
}

/** @param {string} tap output of `node --test` @returns {TestResult} */
function readTap(tap) {
  // Tests that the name pattern excludes are reported as skipped.
  const ran = [...tap.matchAll(/^(not )?ok \d+ - (.*)$/gm)].filter(([line]) => !line.includes('# SKIP'));
  const names = (/** @type {boolean} */ failed) => ran.filter(([, not]) => (not !== undefined) === failed).map(([, , name = '']) => name);
  const why = /^\s*error: (?:\|-\n\s*)?(.*)$/m.exec(tap)?.[1] ?? '';
  return { passed: names(false), failed: names(true), why: why.replace(/^'(.*)'$/, '$1') };
}

/** A file that cannot be loaded counts as a failed test with its name. */
const LOAD_ALL = `
import { test } from 'node:test';
for (const file of process.argv.slice(1)) {
  await import(file).catch((error) => test(file, () => { throw error; }));
}`;

/**
 * Runs compiled tests with Node's test runner, all in one process: to start one for each file takes longer than the tests.
 * @param {string} outDir output folder of `compile`
 * @param {readonly string[]} files relative to it
 * @param {string} [names] a pattern for the names of the tests to run
 * @returns {Promise<TestResult>}
 */
export async function runTests(outDir, files, names) {
  // The compiled files are ES modules, as those of the project are.
  fs.writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}\n');
  const pattern = names === undefined ? [] : [`--test-name-pattern=${names}`];
  const modules = files.map((file) => pathToFileURL(path.join(outDir, file)).href);
  const tap = await node(outDir, ['--test-reporter=tap', ...pattern, '--input-type=module', '--eval', LOAD_ALL, '--', ...modules]);
  return readTap(tap);
}

/** The compiled test files of the whole project. @param {string} outDir */
export const testFiles = (outDir) => fs.readdirSync(path.join(outDir, 'test')).map((name) => path.join('test', name));

/** @param {string} file of TypeScript */
const compiled = (file) => file.replace(/\.ts$/, '.js');

/**
 * Checks the result of a job: its part compiles, and its tests pass.
 * @param {string} workspace
 * @param {string} scratch the agent's own folder
 * @param {import('./jobs.mjs').Job} job
 * @returns {Promise<{ ok: boolean, said: string }>} the result as text
 */
export async function checkJob(workspace, scratch, { file, piece }) {
  const outDir = path.join(scratch, 'build');
  const problems = await compile(workspace, outDir);
  const part =
    piece === undefined
      ? { first: 1, last: Number.POSITIVE_INFINITY }
      : linesOf(fs.readFileSync(path.join(workspace, file), 'utf8'), piece);
  const own = problems.find((problem) => problem.file === file && problem.line >= part.first && problem.line <= part.last);
  if (own !== undefined) return { ok: false, said: `${own.file}:${own.line} ${own.message}` };
  const tests = piece === undefined ? file : file.replace(/^src\/(.*)\.ts$/, 'test/$1.test.ts');
  const { passed, failed, why } = await runTests(outDir, [compiled(tests)], piece === undefined ? undefined : `^${piece}:`);
  if (failed.length > 0) return { ok: false, said: `${failed[0]}: ${why}` };
  if (passed.length === 0) return { ok: false, said: `no test of ${piece ?? file} ran` };
  return { ok: true, said: `${passed.length} ${passed.length === 1 ? 'test passes' : 'tests pass'}` };
}
