import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cortexFile } from '../../support/cortex-cli.ts';
import { type CliVault, exampleVault } from '../../support/example-vault.ts';

/** A busy machine takes long to start a program: what is waited for ends the waiting, and the limit is far away. */
const WAIT = { timeout: 120_000, interval: 50 };
const LIMIT_MS = 240_000;
/** A vault that is gone for half a second is not waited for: the watch ends. Milliseconds. */
const GONE_MS = 400;

/** `cortex vault watch` at work, and what it has said. */
function watching(vault: Pick<CliVault, 'root'>): { child: ChildProcess; said: () => string; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [cortexFile, 'vault', 'watch', '--vault', vault.root], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  // Listened for from the beginning: it may end while the test has no turn. At `close` all that it said has been read.
  return { child, said: () => text, ended: once(child, 'close') };
}

const paths = (vault: CliVault): string[] => JSON.parse(vault.read('index/manifest.json')).map((entry: { path: string }) => entry.path);

test(
  'cortex vault watch keeps the indexes right while notes come, change and go, and ends when it is told',
  async () => {
    const vault = exampleVault();
    const { child, said, ended } = watching(vault);
    await vi.waitFor(() => expect(said()).toContain('Watching 16 notes'), WAIT);
    expect(paths(vault)).toHaveLength(16);
    vault.write('new/folder/note.md', '---\nname: Fresh\n---\n');
    await vi.waitFor(() => expect(paths(vault)).toContain('new/folder/note.md'), WAIT);
    await vi.waitFor(() => expect(said()).toContain('changed new/folder/note.md'), { timeout: 60_000 });
    vault.write('new/folder/note.md', '---\nname: Changed\n---\n');
    await vi.waitFor(() => expect(vault.read('index/manifest.json')).toContain('"Changed"'), WAIT);
    fs.rmSync(path.join(vault.root, 'new'), { recursive: true });
    await vi.waitFor(() => expect(paths(vault)).not.toContain('new/folder/note.md'), WAIT);
    vault.write('atoms/a\nremoved b\u001b[31m.md', 'Text.\n');
    await vi.waitFor(() => expect(said()).toContain('changed atoms/a\\u{a}removed b\\u{1b}[31m.md\n'), WAIT);
    child.kill('SIGINT');
    const [code] = await ended;
    expect([code, said()]).toEqual([0, expect.stringMatching(/Ended after \d+ changes\.\n$/)]);
  },
  LIMIT_MS,
);

test(
  'a vault of one note has one note',
  async () => {
    const { said } = watching({ root: path.join(exampleVault().root, 'feedback') });
    await vi.waitFor(() => expect(said()).toContain('Watching 1 note in '), WAIT);
  },
  LIMIT_MS,
);

/** What the program says when it ends by itself. */
async function endOf({ ended, said }: ReturnType<typeof watching>): Promise<[code: unknown, said: string]> {
  const [code] = await ended;
  return [code, said()];
}

/** What is watched is written to meanwhile: one call may find a folder that has a new file. */
function removeWhole(root: string): Promise<void> {
  return vi.waitFor(() => fs.rmSync(root, { recursive: true, force: true }), WAIT);
}

test.each([
  ['moved away', (root: string) => fs.renameSync(root, `${root}_moved`)],
  ['removed', removeWhole],
])(
  'a vault that is %s is not made again: the watch says that it is gone, and ends with 1',
  async (_, take) => {
    const vault = exampleVault();
    const program = watching(vault);
    await vi.waitFor(() => expect(program.said()).toContain('Watching 16 notes'), WAIT);
    await take(vault.root);
    const [code, said] = await endOf(program);
    expect(code).toBe(1);
    expect(said).toContain(`error: ${vault.root}: the vault is not there any more. Watch it again when it is back.\n`);
    expect(fs.existsSync(vault.root)).toBe(false);
  },
  LIMIT_MS,
);

/** A watched vault that was gone for a moment; `null` where this process had no turn in time to bring it back. */
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

test(
  'a vault that comes back at once is watched on',
  async () => {
    let back = await backAtOnce();
    while (back === null) back = await backAtOnce();
    const vault = back;
    vault.write('atoms/back.md', 'Text.\n');
    await vi.waitFor(() => expect(paths(vault)).toContain('atoms/back.md'), WAIT);
  },
  LIMIT_MS,
);

test(
  'what cortex.toml says while the vault is watched counts from then on, and what cannot be read is told',
  async () => {
    const vault = exampleVault();
    const { said } = watching(vault);
    await vi.waitFor(() => expect(said()).toContain('Watching 16 notes'), WAIT);
    vault.write('cortex.toml', '[layers]\nhot = "many"\n');
    await vi.waitFor(
      () => expect(said()).toMatch(/cortex\.toml:2:7: layers\.hot must be a whole number .*\. Until then what it said before counts\.\n/),
      WAIT,
    );
    const hot = () => JSON.parse(vault.read('layers/hot.json')).length;
    expect(hot()).toBeLessThan(15);
    vault.write('cortex.toml', '[layers]\nhot = 36500\nwarm = 36500\n');
    await vi.waitFor(() => expect(hot()).toBe(15), WAIT);
    vault.write('atoms/fresh.md', 'Text.\n');
    await vi.waitFor(() => expect(hot()).toBe(16), WAIT);
  },
  LIMIT_MS,
);
