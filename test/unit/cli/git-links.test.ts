import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const OLD = taskText('2026-03-01T10:00', 'Old', 'done', '**Completed:** 2026-03-02T10:00\n');
const QUEUE = 'team/projects/p.md';
const SETTINGS = { 'user.name': 'n', 'user.email': 'n@localhost', 'protocol.file.allow': 'always' };

let project: CliProject;
let outside: string;

beforeEach(async () => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  vi.stubEnv('CORTEX_NOW', '2026-03-28T09:00:00Z');
  project = new CliProject();
  outside = temporaryFolder();
  await fillIn(project);
});

/** Writes a team with an old task into a project, and commits it. */
async function fillIn(into: CliProject): Promise<void> {
  into.write('team/agents/ann.md', agentNote('ann', ['p']));
  into.write(QUEUE, projectNote(OLD + taskText('2026-03-27T10:00', 'New')));
  await into.run('init');
  repository(into.root);
  git(into.root, 'add', '--all');
  git(into.root, 'commit', '--quiet', '--message', 'base');
}

function repository(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  for (const [name, value] of Object.entries(SETTINGS)) git(folder, 'config', name, value);
}

/** Moves an entry of `.git` out of the project, and leaves a link to it. */
function moveOut(name: string): string {
  const entry = path.join(project.root, '.git', name);
  const target = path.join(outside, 'target');
  fs.mkdirSync(path.dirname(entry), { recursive: true });
  if (fs.existsSync(entry)) fs.renameSync(entry, target);
  else fs.writeFileSync(target, 'mine\n');
  fs.symlinkSync(target, entry);
  return entry;
}

/** Returns all files below a folder with their content. */
const contentOf = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .map((name) => `${name} ${fs.readFileSync(path.join(folder, name), 'latin1')}`)
    .sort();

const COMMANDS = ['team housekeeping --team team', 'install git --write'];
const LINKS = [
  'config',
  'index',
  'objects',
  'objects/info',
  'refs',
  'refs/heads',
  'logs',
  'logs/HEAD',
  'logs/refs',
  'logs/refs/heads/main',
];

test.each(LINKS)('a link out of the repository at .git/%s is refused, and nothing is written through it', async (name) => {
  const entry = moveOut(name);
  const before = contentOf(outside);
  for (const command of COMMANDS) {
    const { code, err } = await project.run(command);
    expect([command, code === 0, err]).toEqual([command, false, expect.stringContaining(entry)]);
  }
  expect(contentOf(outside)).toEqual(before);
  expect(fs.readFileSync(path.join(project.root, QUEUE), 'utf8')).toContain('Old');
});

test('the log of a branch that another reference names, and a log with a hard link, are refused', async () => {
  project.write('.git/HEAD', 'ref: refs/heads/a\n');
  project.write('.git/refs/heads/a', 'ref: refs/heads/b\n');
  fs.renameSync(path.join(project.root, '.git/refs/heads/main'), path.join(project.root, '.git/refs/heads/b'));
  const entry = moveOut('logs/refs/heads/a');
  expect((await project.run('team housekeeping --team team')).err).toContain(entry);
  fs.rmSync(entry);
  fs.linkSync(path.join(outside, 'target'), entry);
  expect((await project.run('team housekeeping --team team')).err).toContain(
    `${entry}: a reference of the git repository, or its log, has another name`,
  );
  expect(fs.readFileSync(path.join(outside, 'target'), 'utf8')).toBe('mine\n');
});

/** Hidden ways to a log. Each makes git append to the log at the returned path when it commits. */
const WAYS: readonly (readonly [string, (gitFolder: string) => string])[] = [
  [
    'HEAD, which is a link',
    (folder) => {
      fs.rmSync(path.join(folder, 'HEAD'));
      fs.symlinkSync('refs/heads/main', path.join(folder, 'HEAD'));
      return 'logs/refs/heads/main';
    },
  ],
  [
    'a branch, which is a link',
    (folder) => {
      fs.mkdirSync(path.join(folder, 'refs/heads/refs/heads'), { recursive: true });
      fs.copyFileSync(path.join(folder, 'refs/heads/main'), path.join(folder, 'refs/heads/refs/heads/main'));
      fs.symlinkSync('refs/heads/main', path.join(folder, 'refs/heads/a'));
      fs.writeFileSync(path.join(folder, 'HEAD'), 'ref: refs/heads/a\n');
      return 'logs/refs/heads/main';
    },
  ],
  [
    'a reference of a worktree',
    (folder) => {
      fs.mkdirSync(path.join(folder, 'worktrees/w/refs/bisect'), { recursive: true });
      fs.copyFileSync(path.join(folder, 'refs/heads/main'), path.join(folder, 'worktrees/w/refs/bisect/z'));
      fs.writeFileSync(path.join(folder, 'refs/heads/a'), 'ref: worktrees/w/refs/bisect/z\n');
      fs.writeFileSync(path.join(folder, 'HEAD'), 'ref: refs/heads/a\n');
      return 'worktrees/w/logs/refs/bisect/z';
    },
  ],
];

test.each(WAYS)('a log to which %s leads is no link out of the repository', async (_, prepare) => {
  const name = prepare(path.join(project.root, '.git'));
  const entry = moveOut(name);
  const before = contentOf(outside);
  expect((await project.run('team housekeeping --team team')).err).toContain('a reference of the git repository, or its log, is a link');
  expect(contentOf(outside)).toEqual(before);
  for (const file of [entry, '.git/refs/heads/a', '.git/HEAD']) fs.rmSync(path.resolve(project.root, file), { force: true });
  project.write('.git/HEAD', 'ref: refs/heads/main\n');
  expect(await project.run('team housekeeping --team team')).toMatchObject({ code: 0 });
});

test('the log of a branch that a reference of a linked worktree names is no link out of the repository', async () => {
  const linked = path.join(outside, 'linked');
  git(project.root, 'worktree', 'add', '--quiet', linked, '-b', 'side');
  project.write('.git/worktrees/linked/refs/worktree/a', 'ref: refs/heads/side\n');
  project.write('.git/worktrees/linked/HEAD', 'ref: refs/worktree/a\n');
  const entry = moveOut('logs/refs/heads/side');
  const before = fs.readFileSync(path.join(outside, 'target'));
  expect((await project.run(`team housekeeping --team ${linked}/team`)).err).toContain(`${entry}: a reference`);
  expect(fs.readFileSync(path.join(outside, 'target'))).toEqual(before);
});

test('a link within the repository is used as before', async () => {
  const [objects, real] = [path.join(project.root, '.git/objects'), path.join(project.root, '.git/stored')];
  fs.renameSync(objects, real);
  fs.symlinkSync('stored', objects);
  expect(await project.run('team housekeeping --team team')).toMatchObject({ code: 0 });
});

const POINTERS: readonly (readonly [string, (own: string, other: string) => void])[] = [
  ['a .git file', (own, other) => fs.writeFileSync(own, `gitdir: ${other}\n`)],
  ['a .git link', (own, other) => fs.symlinkSync(other, own)],
  [
    'a commondir file',
    (own, other) => {
      fs.mkdirSync(own);
      fs.writeFileSync(path.join(own, 'HEAD'), 'ref: refs/heads/main\n');
      fs.copyFileSync(path.join(other, 'index'), path.join(own, 'index'));
      fs.writeFileSync(path.join(own, 'commondir'), other);
      fs.writeFileSync(path.join(own, 'gitdir'), own);
    },
  ],
];

test.each(POINTERS)('another repository that %s names is refused', async (_, point) => {
  const victim = new CliProject();
  await fillIn(victim);
  fs.rmSync(path.join(project.root, '.git'), { recursive: true });
  point(path.join(project.root, '.git'), path.join(victim.root, '.git'));
  const before = contentOf(victim.root);
  for (const command of COMMANDS) {
    const { code, err } = await project.run(command);
    expect([command, code === 0, err]).toEqual([command, false, expect.stringContaining('does not name this working tree')]);
  }
  expect(contentOf(victim.root)).toEqual(before);
});

test('a linked worktree and a submodule, which their repositories know, are used', async () => {
  const linked = path.join(outside, 'linked');
  git(project.root, 'worktree', 'add', '--quiet', linked, '-b', 'side');
  expect(await project.run(`team housekeeping --team ${linked}/team`)).toMatchObject({ code: 0 });
  expect(git(linked, 'log', '--format=%s', '-1')).not.toBe('base\n');

  const above = path.join(outside, 'above');
  fs.mkdirSync(above);
  repository(above);
  git(above, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', project.root, 'sub');
  const sub = path.join(above, 'sub');
  for (const [name, value] of Object.entries(SETTINGS)) git(sub, 'config', name, value);
  expect(await project.run(`team housekeeping --team ${sub}/team`)).toMatchObject({ code: 0 });
  expect(git(sub, 'log', '--format=%s', '-1')).not.toBe('base\n');
});
