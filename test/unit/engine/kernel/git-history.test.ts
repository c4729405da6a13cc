import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseHistory, readHistory } from '../../../../src/engine/kernel/git-history.ts';
import { temporaryFolder } from '../../../support/folders.ts';

describe('the history', () => {
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

  test('is what git says, whatever files are called', async () => {
    git('init', '--quiet');
    commit('fix(core): one\n\nbody', 'a', HOSTILE);
    commit('', 'sub/b');
    commit('1 2\u0001 three', 'c');
    commit('Revert "x"', HOSTILE, 'a');
    const time = Date.parse('2026-01-02T03:04:05Z');
    expect(await readHistory(root)).toEqual({
      commits: [
        { time, subject: 'Revert "x"', files: [HOSTILE, 'a'] },
        { time, subject: '1 2\u0001 three', files: ['c'] },
        { time, subject: '', files: ['sub/b'] },
        { time, subject: 'fix(core): one', files: [HOSTILE, 'a'] },
      ],
    });
    expect(fs.readdirSync(path.join(root, '.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  test('of a project in a folder of a repository is that of the folder', async () => {
    git('init', '--quiet');
    commit('one', 'a', 'sub/b');
    commit('two', 'a');
    expect(await readHistory(path.join(root, 'sub'))).toMatchObject({ commits: [{ subject: 'one', files: ['b'] }] });
  });

  test('runs no program that the repository names', async () => {
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

  test('is that of this folder, whatever repository a hook is about', async () => {
    git('init', '--quiet');
    commit('one', 'a');
    process.env.GIT_DIR = path.join(root, 'other');
    try {
      expect(await readHistory(root)).toMatchObject({ commits: [{ subject: 'one' }] });
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  test('that is not there is a problem, and no risk', async () => {
    expect(await readHistory(root)).toEqual({ problem: expect.stringContaining('not in a git repository') });
    git('init', '--quiet');
    expect(await readHistory(root)).toEqual({ problem: 'the git repository has no commits yet' });
  });

  test('without git is a problem', async () => {
    const { PATH } = process.env;
    process.env.PATH = root;
    try {
      expect(await readHistory(root)).toEqual({ problem: 'git is not installed' });
    } finally {
      process.env.PATH = PATH;
    }
  });

  test('is read from anything that git could say', () => {
    expect(parseHistory('')).toEqual([]);
    expect(parseHistory('\0')).toEqual([]);
    expect(parseHistory('a\0b\0\0x y\0\nc')).toEqual([]);
    expect(parseHistory('\0' + '5 \0\n\n\0')).toEqual([{ time: 5_000, subject: '', files: ['\n'] }]);
  });
});
