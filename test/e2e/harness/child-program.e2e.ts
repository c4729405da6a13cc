/** Tests that no process outlives the one that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { startChildProgram } from '../../harness/child-program.ts';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { WAIT_MS } from '../../support/limits.ts';
import { isThere, processesOf } from '../../support/processes.ts';

/** Starts a run of a suite that does not end, in a temporary folder, and waits for the extension host. */
async function startEndlessRun() {
  const temporary = await mkdtemp(path.join(tmpdir(), 'cx-'));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  const suite = ['--folder', 'test/fixtures/broken-suites/hanging', '--extension', 'test/fixtures/probe-extension'];
  const run = spawn(process.execPath, [fromRoot('scripts', 'test-in-editor.mjs'), ...suite], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: 'ignore',
  });
  onTestFinished(() => void run.kill('SIGKILL'));
  const profile = await waitFor('the profile', async () => (await readdir(temporary)).find((name) => name.startsWith('cortex-ed-')));
  await waitFor('the suite to start', async () => {
    const report = await readFile(path.join(temporary, profile, 'report.txt'), 'utf8').catch(() => '');
    return report.includes('a suite that never ends');
  });
  return { run, temporary, profile: path.join(temporary, profile) };
}

describe.skipIf(process.platform !== 'linux')('a run of a suite', () => {
  test.each(['SIGINT', 'SIGKILL'] as const)('that ends with %s leaves no process and no profile', async (signal) => {
    const { run, temporary, profile } = await startEndlessRun();
    expect(processesOf(temporary).length).toBeGreaterThan(3);
    const exited = once(run, 'exit');
    run.kill(signal);
    await exited;
    await waitFor('every process to end', async () => processesOf(temporary).length === 0);
    expect(existsSync(profile)).toBe(false);
  });
});

test('a program that ignores SIGTERM is killed with its children, and its folders are left to the caller', async () => {
  const folder = temporaryFolder();
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
  // The child does not keep the pipes of kill-on-exit.mjs open, so it must be killed.
  const parent = `${stubborn}
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${stubborn} console.log('ready')`)}]);
    child.stdout.once('data', () => console.log('child', child.pid));`;
  const program = startChildProgram(process.execPath, ['-e', parent], { env: process.env, removeIfKilled: [folder] });
  const [, id] = await program.waitForOutput(/child (\d+)/, WAIT_MS);
  const child = Number(id);
  onTestFinished(() => void (isThere(child) && process.kill(child, 'SIGKILL')));
  expect(isThere(child)).toBe(true);
  await program.stop();
  await waitFor('the child to end', async () => !isThere(child));
  expect(existsSync(folder)).toBe(true);
});

test('a program that exits reports its exit code and its output', async () => {
  const program = startChildProgram(process.execPath, ['-e', "console.log('bye'); process.exit(3);"], { env: process.env });
  expect(await program.exited).toBe(3);
  expect(program.output()).toBe('bye\n');
  await expect(program.waitForOutput(/never/, WAIT_MS)).rejects.toThrow('ended with exit code 3');
});
