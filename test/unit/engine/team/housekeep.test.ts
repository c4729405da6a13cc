import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { housekeep } from '../../../../src/engine/team/housekeep.ts';
import { TeamStore } from '../../../../src/engine/team/team-store.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const P = 'projects/p.md';
const A = 'agents/ann.md';
const SEEDS_MESSAGE = 'chore: prune completed tasks and old session logs';
const RECORD_MESSAGE = 'chore: record tasks and session logs before they are pruned';

const done = (heading: string, title: string, completed = '') =>
  taskText(heading, title, 'done', completed === '' ? '' : `**Completed:** ${completed}\n`);
const OLD = done('2026-03-01T10:00', 'Old', '2026-03-02T10:00');
const QUEUE = [
  done('2026-03-01T11:00', 'Old heading, fresh end', '2026-03-21T14:30'),
  taskText('2026-01-01T00:00', 'Waiting long'),
  taskText('2026-01-01T00:01', 'Long at it', 'in-progress'),
  done('some day', 'Nobody knows when'),
].join('');
const LOG = '## Session Log\nLast session: 2026-03-01\nold\n\nLast session: 2026-03-27\nnew\n';
const LEFT = '## Session Log\nLast session: 2026-03-27\nnew\n';

/** Creates a team with entries to prune: tasks older than 7 days by completion and by heading, and a session log entry. */
function untidy(): TeamFolder {
  const tasks = OLD + QUEUE + done('2026-03-21T14:29', 'Old by its heading');
  return new TeamFolder({ [P]: projectNote(tasks), [A]: agentNote('ann', ['p'], LOG) });
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'commit.gpgSign=false', ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function repository(folder: string, identity = true): void {
  git(folder, 'init', '--quiet');
  const settings = identity ? { 'user.name': 'Ann', 'user.email': 'ann@example.org' } : { 'user.useConfigOnly': 'true' };
  for (const [name, value] of Object.entries(settings)) git(folder, 'config', name, value);
}

async function kept(team: TeamFolder, dryRun = false) {
  const store = team.store();
  const report = await housekeep(store, { now: team.now, timeZone: 'UTC' }, dryRun);
  await store.edits.whenIdle();
  return { ...report, removed: report.removed.map(({ path: at, kind, id, text }) => `${at} ${kind} ${id} ${text.split('\n').length}`) };
}

const log = (folder: string) => git(folder, 'log', '--format=%s').trim().split('\n');
const filesOf = (folder: string, commit: string) => git(folder, 'show', '--format=', '--name-only', commit).trim().split('\n');
const REMOVED = [`${P} task 2026-03-01T10:00 4`, `${P} task 2026-03-21T14:29 3`, `${A} session  2`];

function expectPruned(team: TeamFolder): void {
  expect(team.read(P)).toBe(projectNote(QUEUE));
  expect(team.read(A)).toBe(agentNote('ann', ['p'], LEFT));
}

describe('housekeeping', () => {
  it('lists what it would remove in a dry run, and removes nothing', async () => {
    const team = untidy();
    const before = [team.read(P), team.read(A)];
    expect(await kept(team, true)).toEqual({ removed: REMOVED, committed: null, problems: [] });
    expect([team.read(P), team.read(A)]).toEqual(before);
  });

  it('removes old entries without git, and nothing the second time', async () => {
    const team = untidy();
    expect(await kept(team)).toEqual({ removed: REMOVED, committed: null, problems: [] });
    expectPruned(team);
    expect(await kept(team)).toEqual({ removed: [], committed: null, problems: [] });
  });

  it('commits its changes in a repository, and nothing else', async () => {
    const team = untidy();
    repository(team.root);
    team.write('mine.txt', 'one');
    git(team.root, 'add', '.');
    git(team.root, 'commit', '--quiet', '-m', 'all');
    team.write('mine.txt', 'two');
    git(team.root, 'add', 'mine.txt');
    team.write('mine.txt', 'three');
    team.write('new.txt', '');
    const before = git(team.root, 'status', '--porcelain');
    expect(await kept(team)).toMatchObject({ committed: true, problems: [] });
    expectPruned(team);
    expect(log(team.root)).toEqual([SEEDS_MESSAGE, 'all']);
    expect(filesOf(team.root, 'HEAD')).toEqual([A, P]);
    expect(git(team.root, 'status', '--porcelain', '--', '.', ':!.local')).toBe(before);
    expect(git(team.root, 'show', ':mine.txt')).toBe('two');
    expect(git(team.root, 'show', `HEAD~:${P}`)).toContain('Old by its heading');
  });

  it('commits entries that are not in git yet before it removes them', async () => {
    const team = untidy();
    repository(team.root);
    git(team.root, 'commit', '--quiet', '--allow-empty', '-m', 'begun');
    expect(await kept(team)).toMatchObject({ committed: true, problems: [] });
    expect(log(team.root)).toEqual([SEEDS_MESSAGE, RECORD_MESSAGE, 'begun']);
    expect(git(team.root, 'show', `HEAD~:${P}`)).toBe(untidy().read(P));
    expectPruned(team);
  });

  it('makes the first commits of a repository without commits', async () => {
    const team = untidy();
    repository(team.root);
    expect(await kept(team)).toMatchObject({ committed: true, problems: [] });
    expect(log(team.root)).toEqual([SEEDS_MESSAGE, RECORD_MESSAGE]);
  });

  it('commits only its folder of a larger repository, and does not run hooks', async () => {
    const team = untidy();
    const larger = team.root;
    fs.mkdirSync(path.join(larger, 'sub'));
    for (const name of ['agents', 'projects']) fs.renameSync(path.join(larger, name), path.join(larger, 'sub', name));
    team.write('mine.txt', 'one');
    repository(larger);
    team.write('.git/hooks/pre-commit', '#!/bin/sh\ntouch ran\nexit 1\n');
    fs.chmodSync(path.join(larger, '.git/hooks/pre-commit'), 0o755);
    git(larger, 'add', 'mine.txt');
    const inner = new TeamFolder();
    const store = TeamStore.open(inner.runtime, path.join(larger, 'sub'));
    const report = await housekeep(store, { now: team.now, timeZone: 'UTC' }, false);
    await store.edits.whenIdle();
    expect(report).toMatchObject({ committed: true, problems: [] });
    expect(filesOf(larger, 'HEAD')).toEqual([`sub/${A}`, `sub/${P}`]);
    expect(git(larger, 'status', '--porcelain', '--', 'mine.txt')).toBe('A  mine.txt\n');
    expect(fs.existsSync(path.join(larger, 'ran'))).toBe(false);
  });

  it.each([
    ['git ignores', (root: string) => fs.writeFileSync(path.join(root, '.gitignore'), 'projects/\n')],
    ['no git can read', (root: string) => fs.writeFileSync(path.join(root, '.git/config'), '[broken\n')],
  ])('removes nothing from files that %s', async (_what, spoil) => {
    const team = untidy();
    const before = [team.read(P), team.read(A)];
    repository(team.root);
    spoil(team.root);
    const { removed, committed, problems } = await kept(team);
    expect({ removed, committed }).toEqual({ removed: [], committed: false });
    expect(problems).toEqual([expect.stringContaining('nothing was removed, because git cannot commit it: ')]);
    expect([team.read(P), team.read(A)]).toEqual(before);
  });

  it('removes nothing if git has no user identity, and leaves the index unchanged', async () => {
    const team = untidy();
    repository(team.root, false);
    const global = process.env.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_GLOBAL = '/dev/null';
    try {
      expect(await kept(team)).toMatchObject({
        removed: [],
        committed: false,
        problems: [expect.stringContaining('git cannot commit it')],
      });
    } finally {
      if (global === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = global;
    }
    expect(team.read(P)).toContain('Old by its heading');
    expect(git(team.root, 'ls-files')).toBe('');
  });

  it('skips files with staged changes, and reports them', async () => {
    const team = untidy();
    repository(team.root);
    git(team.root, 'add', '.');
    git(team.root, 'commit', '--quiet', '-m', 'all');
    team.write(P, team.read(P).replace('Waiting long', 'Waiting'));
    git(team.root, 'add', P);
    const { removed, committed, problems } = await kept(team);
    expect({ removed, committed }).toEqual({ removed: [`${A} session  2`], committed: true });
    expect(problems).toEqual([expect.stringContaining(`nothing was removed from ${P}, because changes to it are staged`)]);
    expect(filesOf(team.root, 'HEAD')).toEqual([A]);
    expect(git(team.root, 'status', '--porcelain', '--', P)).toBe(`M  ${P}\n`);
  });

  it.each([
    ['in the middle of a merge', (root: string) => fs.writeFileSync(path.join(root, '.git/MERGE_HEAD'), git(root, 'rev-parse', 'HEAD'))],
    ['while another git has the index', (root: string) => fs.writeFileSync(path.join(root, '.git/index.lock'), '')],
  ])('restores removed entries if git cannot commit: %s', async (_what, disturb) => {
    const team = untidy();
    repository(team.root);
    git(team.root, 'add', '.');
    git(team.root, 'commit', '--quiet', '-m', 'all');
    const before = [team.read(P), team.read(A)];
    disturb(team.root);
    expect(await kept(team)).toMatchObject({
      removed: [],
      committed: false,
      problems: [expect.stringContaining('nothing was removed, because git cannot commit it: ')],
    });
    expect([team.read(P), team.read(A)]).toEqual(before);
    expect(log(team.root)).toEqual(['all']);
  });

  it('keeps a task that was reopened after the search for old entries', async () => {
    const team = untidy();
    const { fs: files } = team.runtime;
    // The first folder that housekeeping creates is for the mutex, after it has searched for old entries.
    const mkdirSync: typeof files.mkdirSync = (...args) => {
      team.write(P, team.read(P).replace('Old\n**Status:** done', 'Old\n**Status:** ready'));
      return files.mkdirSync(...args);
    };
    const store = TeamStore.open({ ...team.runtime, fs: { ...files, mkdirSync } }, team.root);
    const { removed } = await housekeep(store, { now: team.now, timeZone: 'UTC' }, false);
    await store.edits.whenIdle();
    expect(team.read(P)).toContain('Old\n**Status:** ready');
    expect(removed.map(({ id }) => id)).toEqual(['2026-03-21T14:29', '']);
  });

  it('removes nothing if HEAD is detached, as commits there are easily lost', async () => {
    const team = untidy();
    repository(team.root);
    git(team.root, 'add', '-A');
    git(team.root, 'commit', '--quiet', '-m', 'first');
    git(team.root, 'checkout', '--quiet', '--detach');
    const report = await kept(team);
    expect(report).toMatchObject({ removed: [], committed: false });
    expect(report.problems[0]).toMatch('no branch is checked out');
    expect(log(team.root)).toEqual(['first']);
  });

  it('removes nothing if the repository is broken, as it may be repaired', async () => {
    const team = untidy();
    repository(team.root);
    fs.writeFileSync(path.join(team.root, '.git/HEAD'), 'nothing');
    const report = await kept(team);
    expect(report).toMatchObject({ removed: [], committed: false });
    expect(report.problems[0]).toMatch('as a repository');
  });

  it('commits the target file of a note that is a symlink', async () => {
    const team = untidy();
    fs.renameSync(path.join(team.root, P), path.join(team.root, 'plan.md'));
    fs.symlinkSync('../plan.md', path.join(team.root, P));
    repository(team.root);
    git(team.root, 'add', P);
    git(team.root, 'commit', '--quiet', '-m', 'first');
    expect(await kept(team)).toMatchObject({ committed: true, removed: REMOVED, problems: [] });
    expect(filesOf(team.root, 'HEAD~')).toEqual([A, 'plan.md']);
    expect(git(team.root, 'show', 'HEAD~:plan.md')).toContain('Old by its heading');
    expect(filesOf(team.root, 'HEAD')).toEqual([A, 'plan.md']);
  });
});
