import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexFile } from '../../support/cortex-cli.ts';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';
import { temporaryFolder } from '../../support/folders.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

const NOTE = 'atoms/api_rate_limits.md';
const REVIEWED = 'insights/slow_schema_changes.md';
const ADD = ['add', '--name', 'New', '--type', 'rule'];

test('an empty --vault is wrong usage, and not the current folder', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'README.md'), 'Read me.\n');
  const words = [cortexFile, 'vault', 'migrate', '--write', '--vault', ''];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('--vault: must not be empty')]);
  expect(fs.readFileSync(path.join(folder, 'README.md'), 'utf8')).toBe('Read me.\n');
});

describe('a note that is given as a path', () => {
  const ways = (note: string) => [
    note,
    `vault/${note}`,
    `./vault/${note}`,
    `vault/atoms/../${note}`,
    path.join(vault.root, note),
    `${path.basename(vault.folder)}/../vault/${note}`,
  ];

  test('is found relative to the vault and to the current folder', async () => {
    for (const typed of ways(NOTE)) {
      const { code, out } = await vault.run('archive', typed);
      expect({ typed, code, out }).toEqual({ typed, code: 0, out: expect.stringContaining(`${NOTE} is `) });
    }
    expect((await vault.asPerson('accept', `vault/${REVIEWED}`, '--by', 'person:ann')).out).toBe(`${REVIEWED} is now active.\n`);
    expect((await vault.run('supersede', 'vault/rules/hold_and_watch.md', path.join(vault.root, REVIEWED))).code).toBe(0);
    await vault.run(...ADD, '--project', 'ops', '--link', `vault/${REVIEWED}`);
    expect(vault.read('rules/new.md')).toContain('links: [insights/slow_schema_changes]\n');
  });

  test('is that of the vault if both exist', async () => {
    vault.write('vault/atoms/api_rate_limits.md', '---\nname: Inner\n---\n');
    expect((await vault.run('archive', `vault/${NOTE}`)).out).toContain(`vault/${NOTE} is now archived. `);
    expect((await vault.run('archive', `./vault/${NOTE}`)).out).toMatch(new RegExp(`^${NOTE} is now archived\\. `));
  });

  test('is found through a link to the vault, and refused outside of it', async () => {
    const link = path.join(temporaryFolder(), 'link');
    fs.symlinkSync(vault.root, link);
    expect((await vault.run('archive', path.join(link, NOTE))).code).toBe(0);
    expect((await vault.run('archive', NOTE, '--vault', link)).code).toBe(0);
    const outside = path.join(vault.folder, 'outside.md');
    fs.writeFileSync(outside, '---\nname: Outside\n---\n');
    for (const typed of [outside, 'outside.md', 'vault/../outside.md', 'vault', 'a\0b']) {
      const { code, err } = await vault.run('archive', typed);
      expect({ typed, code, err }).toEqual({ typed, code: 1, err: expect.stringContaining('there is no such note') });
    }
  });
});

describe('an invalid value is wrong usage in any vault', () => {
  test.each([
    ['--project', '', 'is not a valid name for a project (got ""; '],
    ['--project', 'a\nb', 'is not a valid name for a project'],
    ['--project', ' ops', 'is not a valid name for a project'],
    ['--tags', 'a,b\nc', 'is not a valid tag (got "b\\nc"; '],
    ['--type', '', "argument '' is invalid"],
    ['--status', 'a\nb', 'is invalid'],
    ['--dir', '../out', 'is outside of the vault'],
    ['--dir', 'index', 'vaults exclude it'],
  ])('%s %j', async (option, value, why) => {
    const before = vault.files();
    const { code, err } = await vault.run(...ADD, '--project', 'ops', option, value);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    expect(vault.files()).toEqual(before);
  });

  test('and so is input that is not UTF-8', async () => {
    const add = (input: Buffer) => {
      const words = ['vault', ...ADD, '--project', 'ops', '--body', '-', '--vault', vault.root];
      return spawnSync(process.execPath, [cortexFile, ...words], { input, encoding: 'utf8' });
    };
    const before = vault.files();
    expect(add(Buffer.from([0x61, 0xff]))).toMatchObject({
      status: 2,
      stderr: 'error: standard input is not valid UTF-8 (allowed: UTF-8). Convert it first, for example with iconv.\n',
    });
    for (const nothing of ['', ' \r\n', '\ufeff'])
      expect(add(Buffer.from(nothing))).toMatchObject({
        status: 2,
        stderr: 'error: standard input is empty. Pipe the text into the command, or pass it as an argument.\n',
      });
    expect(vault.files()).toEqual(before);
    expect(add(Buffer.from('\ufeffGrüße')).status).toBe(0);
    expect(vault.read('rules/new.md')).toContain('\n\nGrüße\n');
  });
});

describe('a state of the vault that prevents the command causes an error', () => {
  test('for a note that is not in review', async () => {
    const { code, err } = await vault.asPerson('accept', 'working_hours', '--by', 'person:ann');
    expect([code, err]).toEqual([1, expect.stringContaining('error: user/working_hours.md: the note is not waiting for review')]);
  });

  test('for an unclosed header, with the file', async () => {
    vault.write('atoms/open.md', '---\nname: No end\n');
    const { code, err } = await vault.run('archive', 'atoms/open.md');
    expect([code, err]).toEqual([3, expect.stringContaining('error: atoms/open.md: the header has no closing line')]);
  });

  test('for a vault that is a file, and for a missing one', async () => {
    const file = vault.write('file', '');
    expect(await vault.run('summary', '--vault', file)).toMatchObject({ code: 3, err: expect.stringContaining('is not a folder') });
    expect((await vault.run('summary', '--vault', `${file}2`)).code).toBe(1);
  });
});

test('the help of a command names the range of a number', async () => {
  const help = async (command: string) => (await vault.run(command, '--help')).out.replaceAll(/\s+/g, ' ');
  expect(await help('pack')).toContain('in tokens, 1 token = 4 bytes (at least 100; default: 4000)');
  expect(await help('search')).toContain('maximum number of notes (at least 1; default: 10)');
  expect(await help('add')).toContain('confidence (from 0 to 1)');
});

test('a "~" that no shell has expanded is explained', async () => {
  fs.writeFileSync(path.join(vault.folder, 'cortex.toml'), '[vault]\npath = "~/vault"\n');
  const { code, err } = await vault.run('summary');
  expect([code, err]).toEqual([1, expect.stringContaining('Use an absolute path: only a shell expands "~".\n')]);
});
