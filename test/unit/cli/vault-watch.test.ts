import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bundleCortex } from '../../support/cortex-cli.ts';
import { type CliVault, exampleVault } from '../../support/example-vault.ts';

const WAIT = { timeout: 20_000, interval: 50 };

let folder: string;
let program: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-vault-watch-'));
  program = await bundleCortex(folder);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** `cortex vault watch` at work, and what it has said. */
function watching(vault: CliVault): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [program, 'vault', 'watch', '--vault', vault.root], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  return { child, said: () => text };
}

const paths = (vault: CliVault): string[] => JSON.parse(vault.read('index/manifest.json')).map((entry: { path: string }) => entry.path);

test('cortex vault watch keeps the indexes right while notes come, change and go, and ends when it is told', async () => {
  const vault = exampleVault();
  const { child, said } = watching(vault);
  await vi.waitFor(() => expect(said()).toContain('Watching 16 notes'), WAIT);
  expect(paths(vault)).toHaveLength(16);
  vault.write('new/folder/note.md', '---\nname: Fresh\n---\n');
  await vi.waitFor(() => expect(paths(vault)).toContain('new/folder/note.md'), WAIT);
  expect(said()).toContain('changed new/folder/note.md');
  vault.write('new/folder/note.md', '---\nname: Changed\n---\n');
  await vi.waitFor(() => expect(vault.read('index/manifest.json')).toContain('"Changed"'), WAIT);
  fs.rmSync(path.join(vault.root, 'new'), { recursive: true });
  await vi.waitFor(() => expect(paths(vault)).not.toContain('new/folder/note.md'), WAIT);
  vault.write('atoms/a\nremoved b\u001b[31m.md', 'Text.\n');
  await vi.waitFor(() => expect(said()).toContain('changed atoms/a\\u{a}removed b\\u{1b}[31m.md\n'), WAIT);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect([code, said()]).toEqual([0, expect.stringMatching(/Ended after \d+ changes\.\n$/)]);
}, 60_000);
