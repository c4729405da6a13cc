// @ts-check
// The one command that proves the project: `npm test`, on a fresh clone too. Nothing but Node's own modules may be imported
// here or in what this file imports, because it runs before anything is installed.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { inLanes } from './lib/lanes.mjs';
import { runStep, summaryLine } from './lib/step.mjs';
import { steps } from './lib/steps.mjs';

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const HELP = `Usage: npm test -- [--only <step,step>] [--list]

Installs what package-lock.json asks for if it is not there yet, then runs every step and goes on after a failure.
The steps in a real editor run beside the others. Each static check counts as one test. The output of every step is in
out/logs. The last line is the sum.`;

function readArguments() {
  return parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values;
}

/** @param {string | undefined} only */
function selectSteps(only) {
  if (only === undefined) return steps;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no step ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}.`);
  }
  return steps.filter((step) => names.includes(step.name));
}

/**
 * What came of a step, in one piece: another one may be telling of itself, too.
 * @param {string} label
 * @param {import('./lib/step.mjs').Outcome} outcome
 */
function report(label, { passed, failed, skipped = 0, seconds, notes, logFile, log }) {
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'nothing to do';
  const details = failed > 0 ? [`\n${label} has failed:`, log.trimEnd()] : notes.map((note) => `${label}: ${note}`);
  say([...details, `${label}: ${verdict}: ${summaryLine({ passed, failed, skipped })} in ${seconds.toFixed(1)} s (${logFile})`].join('\n'));
}

/**
 * @param {readonly import('./lib/step.mjs').Step[]} selected
 * @returns {Promise<import('./lib/step.mjs').Counts>}
 */
async function runAll(selected) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  await inLanes(selected, async (step) => {
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
  say(`\n${((performance.now() - started) / 1000).toFixed(1)} s in all`);
  say(summaryLine(total));
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  say(summaryLine({ passed: 0, failed: 1 }));
  process.exitCode = 1;
}
