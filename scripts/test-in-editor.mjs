// @ts-check
/**
 * Runs mocha suites inside the extension host of a real editor:
 * `node scripts/test-in-editor.mjs [--suite NAME]… [--grep TEXT] [--json FILE]`, by default all suites of test/host/suites.ts;
 * or any folder of tests: `--folder FOLDER --extension FOLDER [--workspace FOLDER] [--timeout SECONDS]`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importTypeScript } from './lib/import-typescript.mjs';
import { fromRoot } from './lib/project.mjs';
import { summaryLine } from './lib/step.mjs';

/** @typedef {import('../test/harness/suite.ts').EditorSuite} EditorSuite */
/** @typedef {import('../test/harness/suite.ts').SuiteOutcome} SuiteOutcome */

const { values: flags } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true },
    grep: { type: 'string' },
    json: { type: 'string' },
    folder: { type: 'string' },
    extension: { type: 'string' },
    workspace: { type: 'string' },
    timeout: { type: 'string' },
  },
});

/** An editor mostly waits: for files, for its own connections, for processes. */
const AT_ONCE = 3;

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

/** @param {string} folder @returns {EditorSuite} */
function suiteOfFolder(folder) {
  return {
    name: path.basename(folder),
    folder,
    extension: flags.extension ?? '.',
    ...(flags.workspace === undefined ? {} : { workspace: flags.workspace }),
    ...(flags.timeout === undefined ? {} : { timeoutMs: Number(flags.timeout) * 1000 }),
  };
}

async function chosenSuites() {
  if (flags.folder !== undefined) return [suiteOfFolder(flags.folder)];
  const module = /** @type {typeof import('../test/host/suites.ts')} */ (await importTypeScript('test/host/suites.ts'));
  const all = module.suites;
  const unknown = flags.suite?.filter((name) => !all.some((suite) => suite.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`no suite ${unknown.join(', ')}. Suites: ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => flags.suite?.includes(name) ?? true);
}

/** @param {SuiteOutcome} outcome */
function report({ name, passed, failed, report: text, problem, kept, seconds }) {
  say(text.trimEnd());
  say(`\n  suite ${name}: ${problem ?? 'passed'} (${passed} tests passed, ${failed} failed, ${seconds.toFixed(1)} s)`);
  if (kept !== undefined) say(`  kept: ${path.relative(fromRoot(), kept)}`);
}

/** A suite that did not finish counts as a failure, also if all tests that ran passed. @param {SuiteOutcome[]} outcomes */
function total(outcomes) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped, problem } of outcomes) {
    counts.passed += passed;
    counts.skipped += skipped;
    counts.failed += problem !== undefined && failed === 0 ? 1 : failed;
  }
  return counts;
}

async function main() {
  const { runInEditor } = /** @type {typeof import('../test/harness/in-editor.ts')} */ (
    await importTypeScript('test/harness/in-editor.ts')
  );
  const waiting = await chosenSuites();
  /** @type {SuiteOutcome[]} */
  const outcomes = [];
  const work = async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      const outcome = await runInEditor(suite, { log: say, ...(flags.grep === undefined ? {} : { grep: flags.grep }) });
      outcomes.push(outcome);
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const counts = total(outcomes);
  if (flags.json !== undefined) fs.writeFileSync(fromRoot(flags.json), JSON.stringify(counts));
  say(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
