import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cortexFile } from '../../support/cortex-cli.ts';
import { type CliVault, exampleVault } from '../../support/example-vault.ts';
import { WAIT_MS } from '../../support/limits.ts';

/** Tests wait for events. The timeout is long, because programs start slowly on a busy machine. */
const WAIT = { timeout: WAIT_MS, interval: 50 };
/** The watch ends when the vault is missing for half a second. This is less, in milliseconds. */
const GONE_MS = 400;

/** Starts `cortex vault watch`, and collects its output. */
function watching(vault: Pick<CliVault, 'root'>): { child: ChildProcess; said: () => string; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [cortexFile, 'vault', 'watch', '--vault', vault.root], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  // Listens at once, because the process may end while the test is busy. At `close` all output has been read.
  return { child, said: () => text, ended: once(child, 'close') };
}

const paths = (vault: CliVault): string[] => JSON.parse(vault.read('index/manifest.json')).map((entry: { path: string }) => entry.path);

test('cortex vault watch updates the indexes when notes are added, changed and removed, and stops on a signal', async () => {
  const vault = exampleVault();
  const { child, said, ended } = watching(vault);
  await vi.waitFor(() => expect(said()).toContain('Watching 16 notes'), WAIT);
  expect(paths(vault)).toHaveLength(16);
  vault.write('new/folder/note.md', '---\nname: Fresh\n---\n');
  await vi.waitFor(() => expect(paths(vault)).toContain('new/folder/note.md'), WAIT);
  await vi.waitFor(() => expect(said()).toContain('changed new/folder/note.md'), WAIT);
  vault.write('new/folder/note.md', '---\nname: Changed\n---\n');
  await vi.waitFor(() => expect(vault.read('index/manifest.json')).toContain('"Changed"'), WAIT);
  fs.rmSync(path.join(vault.root, 'new'), { recursive: true });
  await vi.waitFor(() => expect(paths(vault)).not.toContain('new/folder/note.md'), WAIT);
  vault.write('atoms/a\nremoved b\u001b[31m.md', 'Text.\n');
  await vi.waitFor(() => expect(said()).toContain('changed atoms/a\\u{a}removed b\\u{1b}[31m.md\n'), WAIT);
  child.kill('SIGINT');
  const [code] = await ended;
  expect([code, said()]).toEqual([0, expect.stringMatching(/Ended after \d+ changes\.\n$/)]);
});

test('uses the singular for one note', async () => {
  const { said } = watching({ root: path.join(exampleVault().root, 'feedback') });
  await vi.waitFor(() => expect(said()).toContain('Watching 1 note in '), WAIT);
});

/** Waits until the program exits. Returns its exit code and output. */
async function endOf({ ended, said }: ReturnType<typeof watching>): Promise<[code: unknown, said: string]> {
  const [code] = await ended;
  return [code, said()];
}

/** Retries, because the watch may create a file in a folder while it is being removed. */
function removeWhole(root: string): Promise<void> {
  return vi.waitFor(() => fs.rmSync(root, { recursive: true, force: true }), WAIT);
}

test.each([
  ['moved away', (root: string) => fs.renameSync(root, `${root}_moved`)],
  ['removed', removeWhole],
])('a vault that is %s is not created again: the watch reports it, and exits with 1', async (_, take) => {
  const vault = exampleVault();
  const program = watching(vault);
  await vi.waitFor(() => expect(program.said()).toContain('Watching 16 notes'), WAIT);
  await take(vault.root);
  const [code, said] = await endOf(program);
  expect(code).toBe(1);
  // The watch of its configuration may see it first.
  expect(said).toMatch(
    /^error: .*: the vault (?:no longer exists\. Watch it again when it exists|does not exist\. Set an existing folder)/m,
  );
  expect(said).toContain(`error: ${vault.root}: `);
  expect(fs.existsSync(vault.root)).toBe(false);
});

/** Returns a watched vault that was missing for a moment; `null` if this process was too slow to bring it back. */
async function backAtOnce(): Promise<CliVault | null> {
  const vault = exampleVault();
  const { said } = watching(vault);
  await vi.waitFor(() => expect(said()).toContain('Watching 16 notes'), WAIT);
  const begun = performance.now();
  fs.renameSync(vault.root, `${vault.root}_moved`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  fs.renameSync(`${vault.root}_moved`, vault.root);
  return performance.now() - begun < GONE_MS ? vault : null;
}

test('a vault that returns at once is still watched', async () => {
  let back = await backAtOnce();
  while (back === null) back = await backAtOnce();
  const vault = back;
  vault.write('atoms/back.md', 'Text.\n');
  await vi.waitFor(() => expect(paths(vault)).toContain('atoms/back.md'), WAIT);
});

test('changes of cortex.toml apply while watching, and an invalid one is reported', async () => {
  const vault = exampleVault();
  const { said } = watching(vault);
  await vi.waitFor(() => expect(said()).toContain('Watching 16 notes'), WAIT);
  vault.write('cortex.toml', '[layers]\nhot = "many"\n');
  await vi.waitFor(
    () =>
      expect(said()).toMatch(/cortex\.toml:2:7: layers\.hot must be a whole number .*\. Until then the previous configuration is used\.\n/),
    WAIT,
  );
  const hot = () => JSON.parse(vault.read('layers/hot.json')).length;
  expect(hot()).toBeLessThan(15);
  vault.write('cortex.toml', '[layers]\nhot = 36500\nwarm = 36500\n');
  await vi.waitFor(() => expect(hot()).toBe(15), WAIT);
  vault.write('atoms/fresh.md', 'Text.\n');
  await vi.waitFor(() => expect(hot()).toBe(16), WAIT);
});
