/** Tests that a suite inside the extension host cannot falsely pass. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runInEditor } from '../../harness/in-editor.ts';
import type { EditorSuite } from '../../harness/suite.ts';

const broken = (name: string, more: Partial<EditorSuite> = {}): EditorSuite => ({
  name: `broken-${name}`,
  folder: `test/fixtures/broken-suites/${name}`,
  extension: 'test/fixtures/probe-extension',
  ...more,
});

describe('in code-server', () => {
  test('a failing test is a failure, with its source in the stack', async () => {
    const outcome = await runInEditor(broken('failing'));
    expect(outcome).toMatchObject({ passed: 1, failed: 1, problem: '1 failed' });
    expect(outcome.report).toContain('failing.test.ts:6:');
    expect(await readFile(path.join(outcome.kept ?? '', 'server.log'), 'utf8')).toContain('Extension host agent listening');
  });

  test('an extension host that exits with 0 during the suite is a failure', async () => {
    const outcome = await runInEditor(broken('crashing'));
    expect(outcome).toMatchObject({ passed: 0, failed: 0, problem: 'the extension host ended (exit code 0) before the suite did' });
    expect(outcome.report).toContain('✔ passes');
  });

  test('a suite that runs no test is a failure', async () => {
    expect(await runInEditor(broken('empty'))).toMatchObject({ passed: 0, failed: 0, skipped: 1, problem: 'no test ran' });
  });

  test('a suite that does not end is killed, and is a failure', async () => {
    expect(await runInEditor(broken('hanging', { timeoutMs: 30_000 }))).toMatchObject({ problem: 'not finished after 30 s' });
  });
});

/** A program in place of the desktop editor, which is not available everywhere. It runs the suite in Node, or does not. */
async function pretendEditor(folder: string, body: string): Promise<void> {
  const script = path.join(folder, 'code.mjs');
  await writeFile(script, `#!${process.execPath}\n${body}`);
  await chmod(script, 0o755);
  vi.stubEnv('CORTEX_EDITOR', 'electron');
  vi.stubEnv('CORTEX_VSCODE_PATH', script);
}

const RUN_TESTS = `
import { createRequire } from 'node:module';
const entry = process.argv.find((word) => word.startsWith('--extensionTestsPath=')).split('=')[1];
createRequire(import.meta.url)(entry).run().then(() => process.exit(0), () => process.exit(1));`;

describe('in a desktop editor', () => {
  const folders: string[] = [];
  const folder = async (): Promise<string> => {
    folders.push(await mkdtemp(path.join(tmpdir(), 'cortex-code-')));
    return folders.at(-1) ?? '';
  };

  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true });
  });

  test('the same suite is run and counted', async () => {
    await pretendEditor(await folder(), RUN_TESTS);
    expect(await runInEditor(broken('failing'))).toMatchObject({ passed: 1, failed: 1, problem: '1 failed' });
  });

  test('exit code 0 without a result is a failure', async () => {
    await pretendEditor(await folder(), 'process.exit(0);');
    expect((await runInEditor(broken('failing'))).problem).toContain('before the suite did');
  });

  test('an editor that does not exit is killed', async () => {
    await pretendEditor(await folder(), 'setInterval(() => {}, 1000);');
    expect(await runInEditor(broken('failing', { timeoutMs: 2_000 }))).toMatchObject({ problem: 'not finished after 2 s' });
  });
});
