import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { outerEnvironment, startChildProgram } from './child-program.ts';
import type { RunEnd, SuiteRun } from './suite.ts';

/**
 * The desktop editor: the one that `CORTEX_VSCODE_PATH` names, or a download. `CORTEX_VSCODE_VERSION` picks its version, to
 * check the oldest that package.json claims.
 */
async function desktopEditor(log: (line: string) => void): Promise<string> {
  const asked = process.env.CORTEX_VSCODE_PATH;
  if (asked !== undefined && asked !== '') return asked;
  const version = process.env.CORTEX_VSCODE_VERSION ?? 'stable';
  log(`editor: VS Code ${version} for the desktop, from the network unless it is in .vscode-test already …`);
  return downloadAndUnzipVSCode({ version, cachePath: fromRoot('.vscode-test') });
}

function editorArgs(run: SuiteRun): string[] {
  return [
    ...(run.workspace === undefined ? [] : [run.workspace]),
    `--extensionDevelopmentPath=${run.extension}`,
    `--extensionTestsPath=${run.entry}`,
    `--user-data-dir=${run.profile.userData}`,
    `--extensions-dir=${run.profile.extensions}`,
    '--disable-updates',
    '--disable-gpu',
    '--skip-welcome',
    '--skip-release-notes',
    '--no-sandbox',
    ...(run.suite.trust === 'restricted' ? [] : ['--disable-workspace-trust']),
  ];
}

/** Runs a suite in a desktop VS Code; on Linux it needs a display (`xvfb-run` will do). */
export async function runInElectron(run: SuiteRun): Promise<RunEnd> {
  const program = await desktopEditor(run.log);
  const editor = startChildProgram(program, editorArgs(run), {
    env: { ...outerEnvironment(), ...run.env },
    removeIfKilled: [run.profile.root, path.dirname(run.entry)],
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<RunEnd>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timeout', afterMs: run.timeoutMs }), run.timeoutMs);
  });
  const end = await Promise.race([timeout, editor.exited.then((code): RunEnd => ({ kind: 'exit', code }))]);
  clearTimeout(timer);
  await editor.stop();
  await mkdir(run.logs, { recursive: true });
  await writeFile(path.join(run.logs, 'editor.log'), editor.output());
  return end;
}
