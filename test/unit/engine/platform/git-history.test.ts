import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseHistory, readHistory } from '../../../../src/engine/platform/git/git-history.ts';
import { temporaryFolder } from '../../../support/folders.ts';

describe('readHistory', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
  });

  function git(...args: string[]): void {
    const identity = ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' };
    execFileSync('git', ['-C', root, ...identity, ...args], { env, stdio: 'pipe' });
  }

  function commit(message: string, ...files: string[]): void {
    for (const file of files) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.appendFileSync(path.join(root, file), 'x');
    }
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--allow-empty-message', '--message', message);
  }

  const HOSTILE = '\nnew "line"\t\\ $(touch x) ü\n';

  test('returns the commits of git with any file names', async () => {
    git('init', '--quiet');
    commit('fix(core): one\n\nbody', 'a', HOSTILE);
    commit('', 'sub/b');
    commit('1 2\u0001 three', 'c');
    commit('Revert "x"', HOSTILE, 'a');
    const time = Date.parse('2026-01-02T03:04:05Z');
    expect(await readHistory(root)).toEqual({
      commits: [
        { time, subject: 'Revert "x"', broken: 'revert', files: [HOSTILE, 'a'] },
        { time, subject: '1 2\u0001 three', broken: null, files: ['c'] },
        { time, subject: '', broken: null, files: ['sub/b'] },
        { time, subject: 'fix(core): one', broken: 'fix', files: [HOSTILE, 'a'] },
      ],
    });
    expect(fs.readdirSync(path.join(root, '.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  test('recognises fixes by trailers, and skips commits without files', async () => {
    git('init', '--quiet');
    commit('Handle nil\n\nWhy.\n\nFixes: 0123456789ab ("x")', 'a');
    commit('fix: nothing');
    commit('Bring it back\n\nThis reverts commit 0123456789ab.', 'a');
    expect(await readHistory(root)).toMatchObject({
      commits: [
        { broken: 'revert', files: ['a'] },
        { broken: 'fix', files: ['a'] },
      ],
    });
  });

  /** Creates a branch with two commits, and merges it with a message. */
  function merge(message: string, first: string): void {
    git('checkout', '--quiet', '-b', 'side');
    commit(first, 'a');
    commit('more', 'b');
    git('checkout', '--quiet', 'main');
    commit('meanwhile', 'c');
    git('merge', '--quiet', '--no-ff', '--message', message, 'side');
    git('branch', '--delete', '--quiet', 'side');
  }

  test.each([
    ['Merge pull request #1 from ann/fix-login', 'wip', ['fix', null, 'fix']],
    ['Merge pull request #1 from ann/patch-1\n\nnet/http: fix panic', 'wip', ['fix', null, 'fix']],
    ["Merge branch 'bugfix/login' into 'main'", 'wip', ['fix', null, 'fix']],
    ['Merged in hotfix/login (pull request #3)', 'wip', ['fix', null, 'fix']],
    // The commit itself already counts as a fix.
    ['Merge pull request #1 from ann/fix-login', 'Fix login', [null, null, 'fix']],
    ['Merge pull request #1 from ann/fix-login', 'Revert "x"', [null, null, 'revert']],
    ['Merge pull request #1 from ann/prefix', 'wip', [null, null, null]],
    ['Merge pull request #1 from fix-it/login\n\nAdd login', 'wip', [null, null, null]],
  ] as const)(
    'applies the message of a merge to its commits, and skips the merge: %j after %j',
    async (message, first, [second, meanwhile, one]) => {
      git('init', '--quiet', '--initial-branch=main');
      commit('start', 'a', 'b', 'c');
      merge(message, first);
      const history = await readHistory(root);
      const commits = 'commits' in history ? history.commits : [];
      expect(Object.fromEntries(commits.map(({ subject, broken }) => [subject, broken]))).toEqual({
        start: null,
        [first]: one,
        more: second,
        meanwhile,
      });
    },
  );

  test('returns the history of the folder if the project is a subfolder of a repository', async () => {
    git('init', '--quiet');
    commit('one', 'a', 'sub/b');
    commit('two', 'a');
    expect(await readHistory(path.join(root, 'sub'))).toMatchObject({ commits: [{ subject: 'one', files: ['b'] }] });
  });

  test('runs no program that the repository configures', async () => {
    git('init', '--quiet');
    commit('one', 'a');
    const program = path.join(root, 'program.sh');
    fs.writeFileSync(program, `#!/bin/sh\ntouch '${root}/ran'\n`, { mode: 0o755 });
    fs.writeFileSync(path.join(root, '.gitattributes'), '* diff=x\n');
    for (const name of ['core.fsmonitor', 'core.pager', 'pager.log', 'gpg.program', 'diff.external', 'diff.x.textconv', 'diff.x.command'])
      git('config', name, program);
    git('config', 'log.showSignature', 'true');
    expect(await readHistory(root)).toMatchObject({ commits: [{ subject: 'one' }] });
    expect(fs.existsSync(path.join(root, 'ran'))).toBe(false);
  });

  test('returns the history of this folder regardless of GIT_DIR', async () => {
    git('init', '--quiet');
    commit('one', 'a');
    process.env.GIT_DIR = path.join(root, 'other');
    try {
      expect(await readHistory(root)).toMatchObject({ commits: [{ subject: 'one' }] });
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  test('reports a missing repository or commit as a problem', async () => {
    expect(await readHistory(root)).toEqual({ problem: expect.stringContaining('not in a git repository') });
    git('init', '--quiet');
    expect(await readHistory(root)).toEqual({ problem: 'the git repository has no commits yet' });
  });

  test('reports a missing git as a problem', async () => {
    const { PATH } = process.env;
    process.env.PATH = root;
    try {
      expect(await readHistory(root)).toEqual({ problem: 'git is not installed' });
    } finally {
      process.env.PATH = PATH;
    }
  });

  test('parses arbitrary output', () => {
    expect(parseHistory('')).toEqual([]);
    expect(parseHistory('\0')).toEqual([]);
    expect(parseHistory('a\0b\0\0x y\0\0\0\nc')).toEqual([]);
    expect(parseHistory('\0' + '5 a b c\0\0\0\n\n\0')).toEqual([
      { time: 5_000, hash: 'a', parent: 'b', subject: '', broken: null, files: ['\n'] },
    ]);
  });
});
