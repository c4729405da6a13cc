// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { fromRoot, programOf } from './project.mjs';

/** Limit of a step of tests, at least 20 times as long as it takes on two cores that do nothing else. */
export const STEP_MS = 18_000_000;

/**
 * The parts of Vitest's JSON report that are counted.
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, assertionResults: TestResult[] }[]} testResults
 */

/**
 * One test of the report; its messages are those of every try.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} TestResult
 */

/**
 * Counts a finished run. A file that fails before its first test counts as one failure, and so does a run without tests or with a non-zero
 * exit code although all tests passed (an unhandled rejection, a crash).
 * @param {VitestReport | undefined} report
 * @param {number} code Vitest's exit code
 * @returns {import('./step.mjs').Counts}
 */
export function countVitest(report, code) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numPendingTests, numTodoTests } = report;
  const deadFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + deadFiles;
  const nothingRan = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed, skipped: numPendingTests + numTodoTests };
}

/**
 * Returns a line for each test that failed and passed on retry, with its first message.
 * @param {VitestReport} report
 */
export function secondTries(report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `Passed on retry: ${fullName} (${failureMessages[0]?.split('\n', 1)[0]})`);
}

/**
 * @param {string} file
 * @returns {VitestReport | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A step that runs one Vitest configuration, or a part of it; its tests are the step's tests.
 * @param {{ name: string, title: string, config: string, part?: readonly string[], skip?: () => string | undefined }} options
 *   `part` are the arguments that choose a part, `skip` returns why the step cannot run yet
 * @returns {import('./step.mjs').Step}
 */
export function vitestStep({ name, title, config, part = [], skip }) {
  return {
    name,
    title,
    run: async ({ node, note }) => {
      const reason = skip?.();
      if (reason !== undefined) {
        note(reason);
        return { passed: 0, failed: 0 };
      }
      const file = path.join('out', 'logs', `${name}.json`);
      fs.rmSync(fromRoot(file), { force: true });
      const args = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...part];
      const code = await node(programOf('vitest'), args, { timeoutMs: STEP_MS });
      const report = readReport(fromRoot(file));
      if (report === undefined) note('Vitest wrote no report: it crashed or timed out.');
      else for (const line of secondTries(report)) note(line);
      const counts = countVitest(report, code);
      if (counts.passed === 0) note('No test passed. A run without tests counts as a failure.');
      return counts;
    },
  };
}
