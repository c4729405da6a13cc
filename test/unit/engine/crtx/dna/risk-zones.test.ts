import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseHistory, readHistory } from '../../../../../src/engine/crtx/dna/git-history.ts';
import { breakIn, riskZonesOf } from '../../../../../src/engine/crtx/dna/risk-zones.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

describe('what says that something had broken', () => {
  test.each([
    'fix: x',
    'fix(scope)!: x',
    'Fix crash',
    'Fixes #3',
    'fixed it',
    'FIX',
    'hotfix: x',
    'Hot-fix x',
    'bugfix/x',
    'Bug fix: x',
    '[core] Fix x',
    ':bug: fix x',
    '🐛 fix x',
  ])('a fix: %j', (subject) => expect(breakIn(subject)).toBe('fix'));

  test.each(['Revert "Add x"', 'revert: add x', 'Reverts x', 'Reverted'])('a revert: %j', (subject) => {
    expect(breakIn(subject)).toBe('revert');
  });

  test.each(['', 'feat: fix', 'Add a fix', 'fixture: x', 'Fixtures', 'fix-typos-tool added', 'prefix', 'Fixpoint', 'reverter', 'suffix'])(
    'neither: %j',
    (subject) => expect(breakIn(subject)).toBeNull(),
  );

  test('is found at once in any subject', () => {
    for (const part of ['[', ':a', '  ', '🐛', '[a] ', 'fix', '((']) expect(breakIn(part.repeat(1_000_000))).toBeNull();
  });
});

const NOW = 1_800_000_000_000;
const commits = (...each: [string, string[], number?][]) => each.map(([subject, files, time = 1_000]) => ({ subject, files, time }));
const everywhere = () => true;

describe('risk zones', () => {
  test('are the files that broke, by fixes and reverts per change', () => {
    const history = commits(
      ['fix: a', ['a', 'b'], 5_000],
      ['Revert "a"', ['a'], 7_000],
      ['feat: a', ['a', 'b']],
      ['feat: b', ['a', 'b']],
      ['feat: c', ['a', 'b', 'c']],
      ['feat: d', ['a', 'b']],
    );
    expect(riskZonesOf(history, everywhere, NOW)).toEqual([
      { path: 'a', reason: '1 fix and 1 revert in 6 changes', breakFrequency: 0.333, lastBroken: 7_000, mitigations: [] },
    ]);
  });

  test('have at least five changes and two breaks', () => {
    const fixes = (n: number, all: number) =>
      commits(...Array.from({ length: all }, (_, i): [string, string[]] => [i < n ? 'fix' : 'add', ['a']]));
    expect(riskZonesOf(fixes(4, 4), everywhere, NOW)).toEqual([]);
    expect(riskZonesOf(fixes(1, 5), everywhere, NOW)).toEqual([]);
    expect(riskZonesOf(fixes(2, 5), everywhere, NOW)).toMatchObject([{ breakFrequency: 0.4, reason: '2 fixes in 5 changes' }]);
    expect(riskZonesOf(fixes(5, 5), everywhere, NOW)).toMatchObject([{ breakFrequency: 1 }]);
  });

  test('are no files that are gone, change with everything, or were only moved with many', () => {
    const files = ['a', 'gone', 'package-lock.json', 'web/yarn.lock', 'CHANGELOG.md', 'go.sum'];
    const history = commits(...Array.from({ length: 5 }, (): [string, string[]] => ['fix: x', files]));
    const mass = commits(
      ...Array.from({ length: 5 }, (): [string, string[]] => ['fix: x', Array.from({ length: 101 }, (_, n) => `m${n}`)]),
    );
    expect(riskZonesOf([...history, ...mass], (file) => file !== 'gone', NOW).map(({ path }) => path)).toEqual(['a']);
  });

  test('are the twenty worst; no break is in the future', () => {
    const history = commits(
      ...Array.from({ length: 30 }, (_, n) => n).flatMap((n) =>
        Array.from({ length: 10 + n }, (_, i): [string, string[], number] => [i < 10 ? 'fix' : 'add', [`f${n}`], NOW + 5_000]),
      ),
    );
    const found = riskZonesOf(history, everywhere, NOW);
    expect(found.map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, n) => `f${n}`));
    expect(found.every(({ lastBroken }) => lastBroken === NOW)).toBe(true);
  });
});

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
