/** Files of a vault that are not read are reported with the reason, so that they do not seem to be missing. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';
import { temporaryFolder } from '../../support/folders.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  vault.write('plain.md', '---\nname: Plain\ntype: rule\nproject: ops\n---\nText.\n');
});

interface Found {
  readonly path: string;
  readonly code: string;
  readonly severity: string;
  readonly line: number | null;
}

async function found(file: string): Promise<Found[]> {
  const { findings } = Object(await vault.json('doctor'));
  return findings.filter((finding: Found) => finding.path === file);
}

describe('a note with the line ends of old Macs', () => {
  const TEXT = '---\nname: Zebras\ntype: rule\nproject: ops\n---\nSee [[plain]].\n\n<!-- end -->\n';
  beforeEach(() => void vault.write('mac.md', TEXT.replaceAll('\n', '\r')));

  test('is read like any other, without findings', async () => {
    expect((await vault.run('search', 'zebras')).out).toContain('mac.md');
    expect(await vault.json('index')).toMatchObject({ types: [{ name: 'rule', notes: 2 }], lines: 14, problems: 0 });
    expect(JSON.parse(vault.read('index/graph.json'))).toMatchObject({ 'mac.md': ['plain'] });
    expect(await found('mac.md')).toEqual([]);
    expect((await vault.run('search', 'zebras', '--content')).out).toContain('See [[plain]].');
  });

  test('is changed like any other, and keeps its line ends', async () => {
    await vault.run('archive', 'mac.md', '--by', 'agent-7');
    vault.write('unix.md', TEXT);
    await vault.run('archive', 'unix.md', '--by', 'agent-7');
    expect(vault.read('mac.md')).toBe(vault.read('unix.md').replaceAll('\n', '\r'));
    expect(vault.read('unix.md')).toContain('status: archived');
  });

  test('has its conflicts resolved like any other', async () => {
    const conflict = `${TEXT}<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n`;
    vault.write('mac.md', conflict.replaceAll('\n', '\r'));
    expect(await found('mac.md')).toMatchObject([{ code: 'merge-conflict', line: 9 }]);
    expect((await vault.run('settle', 'mac.md')).code).toBe(0);
    expect(vault.read('mac.md')).toBe(`${TEXT}one\ntwo\n`.replaceAll('\n', '\r'));
  });
});

test.each([
  ['in its header', Buffer.from('---\nname: Ze\0bras\ntype: rule\n---\nText.\n'), 2],
  ['in its text', Buffer.from('---\nname: Zebras\ntype: rule\n---\nText.\0\n'), 5],
  ['as UTF-16 without a byte order mark has', Buffer.from('---\nname: Zebras\n---\nText.\n', 'utf16le'), 1],
])('a note with NUL characters %s is reported by doctor and index', async (_, bytes, line) => {
  vault.write('nul.md', bytes);
  expect(await found('nul.md')).toMatchObject([{ code: 'nul', severity: 'error', line }]);
  const { err, out } = await vault.run('index');
  expect(err).toContain(`nul.md:${line}: contains a NUL character`);
  expect(out).toContain('1 error');
});

describe('links', () => {
  let elsewhere: string;
  beforeEach(() => {
    elsewhere = path.join(vault.folder, 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.writeFileSync(path.join(elsewhere, 'note.md'), 'zebras\n');
  });
  const link = (to: string, name: string) => fs.symlinkSync(to, path.join(vault.root, name));

  test('out of the vault are reported by doctor, and counted in every output', async () => {
    link(path.join(elsewhere, 'note.md'), 'linked.md');
    link(elsewhere, 'folder');
    for (const name of ['linked.md', 'folder']) expect(await found(name)).toMatchObject([{ code: 'link', severity: 'warning' }]);
    const said = '2 links out of the vault are not followed: "folder", "linked.md"; "cortex vault doctor" shows which, and why';
    for (const words of [['search', 'zebras'], ['index']]) expect((await vault.run(...words)).err).toContain(said);
    expect((await vault.run('doctor')).code).toBe(0);
  });

  test('to missing files are reported, too', async () => {
    link('nowhere.md', 'lost.md');
    expect(await found('lost.md')).toMatchObject([{ code: 'link', message: 'is a broken symbolic link' }]);
  });

  test('into the vault, to other files, and from folders without notes are not reported', async () => {
    link('plain.md', 'again.md');
    link('.', 'round');
    link(path.join(elsewhere, 'note.md'), 'other.txt');
    link(elsewhere, '.hidden');
    expect((await vault.run('search', 'plain')).err).toBe('');
    const { findings } = Object(await vault.json('doctor'));
    expect(findings).toEqual([]);
  });

  test('that were removed are no longer reported', async () => {
    link(elsewhere, 'folder');
    expect(await found('folder')).toHaveLength(1);
    fs.rmSync(path.join(vault.root, 'folder'));
    expect(await found('folder')).toEqual([]);
  });
});

test('a conflict in a map that is not a note is listed in needs-you, with the command that resolves it', async () => {
  const file = vault.write('MEMORY.md', '# Map\n<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n');
  const needs = async (): Promise<string> => (await runProgramHere(cortexProgram, ['needs-you', '--root', vault.folder])).out;
  vi.stubEnv('HOME', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  fs.writeFileSync(path.join(vault.folder, 'cortex.toml'), '[vault]\npath = "vault"\n');
  expect(await needs()).toContain('MEMORY.md');
  expect(await needs()).toContain(`cortex vault settle MEMORY.md --vault ${vault.root}`);
  await vault.run('settle', 'MEMORY.md');
  expect(fs.readFileSync(file, 'utf8')).toBe('# Map\none\ntwo\n');
  expect(await needs()).not.toContain('MEMORY.md');
});
