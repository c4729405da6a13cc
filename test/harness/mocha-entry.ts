/**
 * Runs inside the extension host, bundled beside the suite's tests: the module that `extensionTestsPath` names. Both editors
 * (code-server and desktop VS Code) call its `run`.
 */
import { appendFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import type { MochaCounts } from './suite.ts';

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start the suite through the harness`);
  return value;
}

/** Renamed into place, so that whoever ends early leaves none at all rather than a part. */
function writeCounts(file: string, stats: Mocha.Stats): void {
  const counts: MochaCounts = { passed: stats.passes, failed: stats.failures, skipped: stats.pending };
  writeFileSync(`${file}.part`, JSON.stringify(counts));
  renameSync(`${file}.part`, file);
}

/** A test file that cannot be loaded ends the run before it begins; the reason belongs into the report. */
function start(mocha: Mocha, reportFile: string, done: (failures: number) => void): Mocha.Runner {
  try {
    return mocha.run(done);
  } catch (error) {
    appendFileSync(reportFile, `${error instanceof Error ? error.stack : String(error)}\n`);
    throw error;
  }
}

/**
 * @throws Error when a test failed: that is how the editor learns its exit code
 */
export function run(): Promise<void> {
  const folder = setting('CORTEX_TEST_FOLDER');
  const reportFile = setting('CORTEX_TEST_REPORT');
  const grep = process.env.CORTEX_TEST_GREP;
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 20_000, reporter: 'spec', ...(grep ? { grep } : {}) });
  // The console of the extension host is shared with the editor's own messages; the report goes its own way.
  Mocha.reporters.Base.consoleLog = (...words: unknown[]) => appendFileSync(reportFile, `${format(...words)}\n`);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(folder, file));
  }
  return new Promise((resolve, reject) => {
    const runner = start(mocha, reportFile, (failures) => {
      if (runner.stats !== undefined) writeCounts(setting('CORTEX_TEST_RESULT'), runner.stats);
      if (failures > 0) reject(new Error(`${failures} tests failed`));
      else resolve();
    });
  });
}
