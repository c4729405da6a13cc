// @ts-check
// All checks and tests: `npm test`, also on a fresh clone. This file and its imports import only modules of Node, because they run before
// packages are installed.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { runInSequences } from './lib/sequences.mjs';
import { runStep, summaryLine } from './lib/step.mjs';
import { steps } from './lib/steps.mjs';

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const HELP = `Usage: npm test -- [--only <step,step>] [--list]

Installs the packages of package-lock.json if needed, then runs all steps, also after a failure. Some steps run
concurrently. Each static check counts as one test. The output of each step is in out/logs. The last line is the total.`;

function readArguments() {
  return parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values;
}

/** @param {string | undefined} only */
function selectSteps(only) {
  if (only === undefined) return steps;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Error(`No step ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}.`);
  }
  return steps.filter((step) => names.includes(step.name));
}

/**
 * Prints the outcome of a step in one write, because steps run concurrently.
 * @param {string} label
 * @param {import('./lib/step.mjs').Outcome} outcome
 */
function report(label, { passed, failed, skipped = 0, seconds, notes, logFile, log }) {
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'no tests';
  const details = failed > 0 ? [`\n${label} failed:`, log.trimEnd()] : notes.map((note) => `${label}: ${note}`);
  say([...details, `${label}: ${verdict}: ${summaryLine({ passed, failed, skipped })} in ${seconds.toFixed(1)} s (${logFile})`].join('\n'));
}

/**
 * @param {readonly import('./lib/step.mjs').Step[]} selected
 * @returns {Promise<import('./lib/step.mjs').Counts>}
 */
async function runAll(selected) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  await runInSequences(selected, async (step) => {
    const label = `[${selected.indexOf(step) + 1}/${selected.length}] ${step.name}`;
    say(`${label}: ${step.title} …`);
    const outcome = await runStep(step);
    report(label, outcome);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped += outcome.skipped ?? 0;
  });
  return total;
}

async function main() {
  const { only, list, help } = readArguments();
  if (help) return say(HELP);
  if (list) return say(steps.map((step) => `${step.name.padEnd(12)}${step.title}`).join('\n'));
  const selected = selectSteps(only);
  const started = performance.now();
  say(`Testing Cortex Mission Control: ${selected.map((step) => step.name).join(', ')}`);
  const total = (await ensureInstalled(say)) ? await runAll(selected) : { passed: 0, failed: 1 };
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
  say(`\n${((performance.now() - started) / 1000).toFixed(1)} s in total`);
  say(summaryLine(total));
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  say(summaryLine({ passed: 0, failed: 1 }));
  process.exitCode = 1;
}
