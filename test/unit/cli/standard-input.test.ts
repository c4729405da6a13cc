import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cortexFile } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** Adds a note whose text comes from a file or a device. */
async function addFrom(file: string, folder: string): Promise<{ code: number | null; err: string }> {
  const input = fs.openSync(file, 'r');
  const words = ['vault', 'add', '--name', 'Piped', '--type', 'rule', '--project', 'ops', '--body', '-', '--vault', folder];
  const child = spawn(process.execPath, ['--max-old-space-size=128', cortexFile, ...words], {
    stdio: [input, 'ignore', 'pipe'],
    cwd: folder,
  });
  fs.closeSync(input);
  if (child.stderr === null) throw new Error('its messages are piped');
  const [err] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, err };
}

test('endless standard input is refused, and no note is written', async () => {
  const folder = temporaryFolder();
  const { code, err } = await addFrom('/dev/zero', folder);
  expect([code, err]).toEqual([
    2,
    'error: standard input is too large (allowed: at most 16777216 bytes). Pass less input; nothing was changed.\n',
  ]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('standard input is accepted up to the limit', async () => {
  const folder = temporaryFolder();
  const file = path.join(temporaryFolder(), 'text');
  fs.writeFileSync(file, 'word '.repeat(200_000));
  expect(await addFrom(file, folder)).toMatchObject({ code: 0 });
  const [note = ''] = fs.readdirSync(path.join(folder, 'rules'));
  expect(fs.readFileSync(path.join(folder, 'rules', note), 'utf8').length).toBeGreaterThan(1_000_000 - 1);
});
