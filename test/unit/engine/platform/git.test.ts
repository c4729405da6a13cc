import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readGit } from '../../../../src/engine/platform/git/git.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' });

/** Runs work while another program is called git. */
async function withGit<T>(script: string, work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  fs.writeFileSync(path.join(root, 'git'), script, { mode: 0o755 });
  process.env.PATH = root;
  try {
    return await work();
  } finally {
    process.env.PATH = PATH;
  }
}

test('readGit returns the output byte for byte', async () => {
  git('init', '--quiet');
  fs.writeFileSync(path.join(root, 'a'), Buffer.from([0, 255, 10]));
  const object = git('hash-object', '-w', 'a').toString().trim();
  expect(await readGit(root, ['cat-file', 'blob', object])).toEqual({ output: Buffer.from([0, 255, 10]) });
});

test('distinguishes a refusal of git from no answer', async () => {
  expect(await readGit(root, ['ls-files'])).toEqual({ problem: expect.stringContaining('not a git repository'), refused: true });
  expect(await withGit('#!/bin/sh\nkill -9 $$\n', () => readGit(root, ['ls-files']))).toMatchObject({ refused: false });
  expect(await readGit(root, ['ls-files'], AbortSignal.abort())).toMatchObject({ refused: false });
});

test('reading does not change the index', async () => {
  git('init', '--quiet');
  fs.writeFileSync(path.join(root, 'a'), 'a');
  git('add', 'a');
  fs.utimesSync(path.join(root, 'a'), 1, 1);
  const before = fs.readFileSync(path.join(root, '.git/index'));
  expect(await readGit(root, ['ls-files', '--cached'])).toEqual({ output: Buffer.from('a\n') });
  expect(fs.readFileSync(path.join(root, '.git/index'))).toEqual(before);
});

test('a path with pattern characters is literal', async () => {
  git('init', '--quiet');
  for (const name of ['a*', 'ab']) fs.writeFileSync(path.join(root, name), '');
  git('add', '--all');
  expect(await readGit(root, ['ls-files', '-z', '--', 'a*'])).toEqual({ output: Buffer.from('a*\0') });
});

test('a git without output is ended with a reason, and one with output is awaited', async () => {
  git('init', '--quiet');
  makeNamedPipe(path.join(root, 'settings'));
  git('config', 'include.path', '../settings');
  const started = performance.now();
  expect(await readGit(root, ['log', '-1'])).toEqual({
    problem: expect.stringMatching(/^git gave no output for 5 s and was stopped: .*pipe/),
    refused: false,
  });
  expect(performance.now() - started).toBeLessThan(20_000);
  const speaks = await withGit('#!/bin/sh\nprintf a\n/bin/sleep 7\nprintf b\n', () => readGit(root, ['log']));
  expect(speaks).toEqual({ output: Buffer.from('ab') });
});

test('a history is read without the mailmap of the project', async () => {
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--allow-empty', '--message', 'm');
  makeNamedPipe(path.join(root, '.mailmap'));
  expect(await readGit(root, ['log', '--format=%s'])).toEqual({ output: Buffer.from('m\n') });
});

test.each(['ISO-8859-1', 'UTF-16'])('a history is UTF-8 even if the output encoding is %s', async (encoding) => {
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--allow-empty', '--message', 'Müller → ok');
  git('config', 'i18n.logOutputEncoding', encoding);
  expect(await readGit(root, ['log', '--format=%s'])).toEqual({ output: Buffer.from('Müller → ok\n') });
});
