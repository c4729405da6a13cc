// @ts-check
/**
 * Runs the suites in a real editor several times, to find flaky tests:
 * `npm run test:repeat -- [TIMES] [--only in-editor|e2e]`, by default 5 times both. Logs of failed runs stay in out/repeat.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { editorSteps } from './lib/editor-steps.mjs';
import { fromRoot } from './lib/project.mjs';
import { runStep, summaryLine } from './lib/step.mjs';

/** @typedef {import('./lib/step.mjs').Outcome & { run: number, suite: string }} Row */

const DEFAULT_TIMES = 5;
const WIDTHS = [5, 11, 8, 8, 9];

/** @param {(string | number)[]} cells */
function say(...cells) {
  const line = cells.map((cell, index) =>
    index === 1 ? `  ${cell}`.padEnd(WIDTHS[index] ?? 0) : String(cell).padStart(WIDTHS[index] ?? 0),
  );
  process.stdout.write(`${line.join('')}\n`);
}

const HELP = `Usage: npm run test:repeat -- [times] [--only <suite>]

Runs the suites in a real editor several times, to find flaky tests (default: ${DEFAULT_TIMES} times).

  --only <suite>  ${editorSteps.map(({ name }) => name).join(' or ')}`;

function readArguments() {
  const options = { only: { type: /** @type {const} */ ('string') }, help: { type: /** @type {const} */ ('boolean'), short: 'h' } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help === true) return null;
  const times = Number(positionals[0] ?? DEFAULT_TIMES);
  if (!Number.isInteger(times) || times < 1) throw new Error(`times: ${positionals[0]}. Expected: a whole number from 1.`);
  const steps = editorSteps.filter(({ name }) => values.only === undefined || name === values.only);
  if (steps.length === 0) throw new Error(`No suite ${values.only}. Suites: ${editorSteps.map(({ name }) => name).join(', ')}.`);
  return { times, steps };
}

/** Copies the logs, because the next run overwrites them. @param {Row} row */
function keep({ run, suite, logFile }) {
  const folder = fromRoot('out', 'repeat', `${run}-${suite}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(fromRoot(logFile), path.join(folder, path.basename(logFile)));
  const artefacts = fromRoot('out', suite);
  if (fs.existsSync(artefacts)) fs.cpSync(artefacts, path.join(folder, suite), { recursive: true });
}

/** @param {readonly import('./lib/step.mjs').Step[]} steps @param {number} run @returns {Promise<Row[]>} */
async function runOnce(steps, run) {
  const rows = [];
  for (const step of steps) {
    const row = { ...(await runStep(step)), run, suite: step.name };
    say(run, row.suite, row.passed, row.failed, row.seconds.toFixed(1));
    if (row.failed > 0) keep(row);
    rows.push(row);
  }
  return rows;
}

/** @param {Row[]} rows */
function total(rows) {
  const sum = { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  for (const { passed, failed, skipped = 0, seconds } of rows) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.seconds += seconds;
  }
  return sum;
}

async function main() {
  const asked = readArguments();
  if (asked === null) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const { times, steps } = asked;
  fs.rmSync(fromRoot('out', 'repeat'), { recursive: true, force: true });
  say('run', 'suite', 'passed', 'failed', 'seconds');
  /** @type {Row[]} */
  const rows = [];
  for (let run = 1; run <= times; run += 1) rows.push(...(await runOnce(steps, run)));
  const { seconds, ...counts } = total(rows);
  say('all', '', counts.passed, counts.failed, seconds.toFixed(1));
  const bad = new Set(rows.filter(({ failed }) => failed > 0).map(({ run }) => run));
  process.stdout.write(`\n${times - bad.size} of ${times} runs without a failure\n${summaryLine(counts)}\n`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
