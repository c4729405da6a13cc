import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { TEST_MS } from '../support/limits.ts';
import { runInCodeServer } from './code-server-runtime.ts';
import { compileSuite } from './compile-suite.ts';
import { copyWorkspace } from './copy-workspace.ts';
import { runInElectron } from './electron-runtime.ts';
import { homeOf, makeProfile, type Profile } from './profile.ts';
import { type EditorSuite, type MochaCounts, problemOf, type RunEnd, type SuiteOutcome, type SuiteRun } from './suite.ts';

export interface InEditorOptions {
  readonly log?: (line: string) => void;
  /** Only the tests whose title matches. */
  readonly grep?: string;
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

function files(profile: Profile): { readonly report: string; readonly result: string } {
  return { report: path.join(profile.root, 'report.txt'), result: path.join(profile.root, 'result.json') };
}

async function prepare(suite: EditorSuite, profile: Profile, compiled: string, options: InEditorOptions): Promise<SuiteRun> {
  const { report, result } = files(profile);
  const workspace = suite.workspace && (await copyWorkspace(suite.workspace, path.join(profile.root, 'ws')));
  return {
    suite,
    profile,
    extension: fromRoot(suite.extension),
    entry: path.join(compiled, 'index.cjs'),
    ...(workspace === undefined ? {} : { workspace }),
    env: {
      ...homeOf(profile),
      ...suite.env,
      CORTEX_TEST_FOLDER: compiled,
      CORTEX_TEST_REPORT: report,
      CORTEX_TEST_RESULT: result,
      CORTEX_TEST_EXTENSION: fromRoot(suite.extension),
      CORTEX_TEST_GREP: options.grep ?? '',
    },
    timeoutMs: suite.timeoutMs ?? TEST_MS,
    logs: fromRoot('out', 'in-editor', suite.name),
    log: options.log ?? (() => undefined),
  };
}

async function execute(run: SuiteRun): Promise<Omit<SuiteOutcome, 'seconds'>> {
  await rm(run.logs, { recursive: true, force: true });
  const runIn = process.env.CORTEX_EDITOR === 'electron' ? runInElectron : runInCodeServer;
  const end = await runIn(run).catch((error: unknown): RunEnd => ({ kind: 'broken', what: String(error) }));
  const { report, result } = files(run.profile);
  const written = await readIfThere(result);
  const counts = written === undefined ? undefined : (JSON.parse(written) as MochaCounts);
  const problem = problemOf(end, counts);
  if (problem === undefined) await rm(run.logs, { recursive: true, force: true });
  return {
    name: run.suite.name,
    ...(counts ?? { passed: 0, failed: 0, skipped: 0 }),
    report: (await readIfThere(report)) ?? '',
    ...(problem === undefined ? {} : { problem, kept: run.logs }),
  };
}

/**
 * Runs a suite inside the extension host of a real editor: code-server, or a desktop VS Code with `CORTEX_EDITOR=electron`.
 * Never rejects for what the suite does: see `problem` of the outcome.
 * @throws Error when the suite does not compile
 */
export async function runInEditor(suite: EditorSuite, options: InEditorOptions = {}): Promise<SuiteOutcome> {
  const started = performance.now();
  const compiled = await compileSuite(suite.folder);
  const profile = await makeProfile(suite.settings);
  try {
    const outcome = await execute(await prepare(suite, profile, compiled, options));
    return { ...outcome, seconds: (performance.now() - started) / 1000 };
  } finally {
    await profile.dispose();
    await rm(compiled, { recursive: true, force: true });
  }
}
