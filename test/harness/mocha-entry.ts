/**
 * Runs inside the extension host, bundled beside the suite's tests: the module that `extensionTestsPath` names. Both editors
 * (code-server and desktop VS Code) call its `run`.
 */
import { appendFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { findSourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import Mocha from 'mocha';
import { TEST_MS } from '../support/limits.ts';
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

/** Points a stack at the TypeScript sources. Node would do so by itself, but the extension host replaces that part of it. */
function pointAtSources(error: unknown): void {
  if (!(error instanceof Error) || error.stack === undefined) return;
  error.stack = error.stack.replace(/([^\s(]+\.cjs):(\d+):(\d+)/g, (place, file: string, line: string, column: string) => {
    const origin = findSourceMap(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${fileURLToPath(new URL(origin.fileName, pathToFileURL(file)))}:${origin.lineNumber}:${origin.columnNumber}`;
  });
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
  process.setSourceMapsEnabled(true);
  const folder = setting('CORTEX_TEST_FOLDER');
  const reportFile = setting('CORTEX_TEST_REPORT');
  const grep = process.env.CORTEX_TEST_GREP;
  // Longer than `waitFor` waits, so that a test that waits in vain says for what.
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: TEST_MS, reporter: 'spec', ...(grep ? { grep } : {}) });
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
    runner.on('fail', (_test, error: unknown) => pointAtSources(error));
  });
}
