import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { CliProject, type Run } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { nameProgramsIn } from '../../support/hostile-repository.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const OLD = taskText('2026-03-01T10:00', 'Old', 'done', '**Completed:** 2026-03-02T10:00\n');
const QUEUE = 'team/projects/p.md';
const CITING =
  '---\nname: Rates\ntype: rule\nproject: ops\nstatus: active\ncreated: 2026-01-02\nupdated: 2026-01-02\n---\nSee `src/a.ts:1`.\n';

let project: CliProject;
let ran: string;

beforeEach(async () => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  vi.stubEnv('CORTEX_NOW', '2026-03-28T09:00:00Z');
  project = new CliProject();
  ran = path.join(temporaryFolder(), 'ran');
  project.write('src/a.ts', "import './b.ts';\n");
  project.write('src/b.ts', 'export const b = 1;\n');
  project.write('vault/rules/rates.md', CITING);
  project.write('team/agents/ann.md', agentNote('ann', ['p']));
  for (const [name, box] of Object.entries({ o: ' ', a: 'x', b: '~' })) project.write(name, `- [${box}] one\n`);
  project.write(QUEUE, projectNote(OLD + taskText('2026-03-27T10:00', 'New')));
});

const succeed = async (words: string): Promise<Run> => {
  const run = await project.run(words);
  expect(run, words).toMatchObject({ code: 0 });
  return run;
};

/** Creates a repository with files of all protocols, in the middle of a merge with conflicts. No programs are configured yet. */
async function inMerge(): Promise<void> {
  git(project.root, 'init', '--quiet', '--initial-branch=main');
  for (const [name, value] of Object.entries({ 'user.name': 'n', 'user.email': 'n@localhost' })) git(project.root, 'config', name, value);
  const add = (name: string) => succeed(`timeline add --agent ${name} --type decision --action of-${name} --reasoning r`);
  const commit = (message: string) => {
    git(project.root, 'add', '--all');
    git(project.root, 'commit', '--quiet', '--message', message);
  };
  await succeed('init');
  commit('base');
  git(project.root, 'checkout', '--quiet', '-b', 'other');
  await add('bob');
  commit('theirs');
  git(project.root, 'checkout', '--quiet', 'main');
  await add('ann');
  commit('ours');
  expect(() => git(project.root, 'merge', 'other')).toThrow();
}

/** Makes git read every file: files newer than the index may have changed since. */
function makeRacy(): void {
  const later = new Date(Date.now() + 3_600_000);
  const tracked = git(project.root, 'ls-files', '-z').split('\0').filter(Boolean);
  for (const name of tracked) fs.utimesSync(path.join(project.root, name), later, later);
  spawnSync('git', ['-C', project.root, 'update-index', '--refresh']);
}

/** Every command that runs git. The last one commits. */
const COMMANDS = [
  ...['graph build', 'graph stats', 'graph blast src/b.ts', 'graph unresolved', 'dna detect', 'lock acquire src/ --agent ann', 'verify'],
  ...['needs-you', 'vault doctor --vault vault', 'vault pack rates --vault vault', 'vault index --vault vault'],
  ...['vault migrate --vault vault --write', 'vault confirm rules/rates.md --vault vault', 'settle'],
  ...['install git --write', 'install git --remove --write', 'merge-driver o a b .cstack/PLAN.md'],
];

test('no command runs a program that the repository configures', async () => {
  await inMerge();
  makeRacy();
  nameProgramsIn(path.join(project.root, '.git'), project.root, ran);
  for (const words of COMMANDS) {
    const { err } = await project.run(words);
    expect(err, words).not.toMatch(/^error: /m);
    expect(fs.existsSync(ran) ? fs.readFileSync(ran, 'utf8') : '', `${words}: ${err}`).toBe('');
  }
  fs.rmSync(path.join(project.root, '.git/MERGE_HEAD'));
  const { code, err } = await project.run('team housekeeping --team team');
  expect(fs.existsSync(ran) ? fs.readFileSync(ran, 'utf8') : '', err).toBe('');
  expect([code, err]).toEqual([0, '']);
  expect(git(project.root, '-c', 'core.fsmonitor=false', 'cat-file', 'blob', `HEAD:${QUEUE}`)).toContain('New');
  expect(fs.readFileSync(path.join(project.root, QUEUE), 'utf8')).not.toContain('Old');
  // Shows that the trap works: an ordinary git command runs the program.
  spawnSync('git', ['-C', project.root, 'add', '--all']);
  expect(fs.readFileSync(ran, 'utf8')).toContain('filter.x');
});

test('a bare repository inside a project is not used as a repository', async () => {
  const team = path.join(project.root, 'team');
  git(team, 'init', '--quiet', '--bare', team);
  nameProgramsIn(team, team, ran);
  for (const [key, value] of [
    ['core.bare', 'false'],
    ['core.worktree', '.'],
  ] as const)
    execFileSync('git', ['config', '--file', path.join(team, 'config'), key, value]);
  const { code, err } = await project.run('team housekeeping --team team');
  expect(code).toBe(1);
  expect(err).toContain('nothing was removed, because git cannot commit it: ');
  expect(fs.existsSync(ran)).toBe(false);
  expect(fs.readFileSync(path.join(project.root, QUEUE), 'utf8')).toContain('Old');
});

/** Puts a git on the PATH that, as older versions, does not know GIT_NO_LAZY_FETCH. */
function useOldGit(): void {
  const folder = temporaryFolder();
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.writeFileSync(path.join(folder, 'git'), `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec '${real}' "$@"\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
}

/** Makes the repository a partial clone that lacks a tree. Git asks the remote for it with a helper program of any name. */
function loseTree(helper: string): void {
  git(project.root, 'init', '--quiet');
  git(project.root, 'add', '--all');
  git(project.root, 'commit', '--quiet', '--message', 'a');
  const tree = git(project.root, 'rev-parse', 'HEAD^{tree}').trim();
  project.write('src/b.ts', 'export const b = 2;\n');
  git(project.root, 'commit', '--quiet', '--all', '--message', 'b');
  const settings = {
    'core.repositoryformatversion': '1',
    'extensions.partialClone': 'evil',
    'remote.evil.promisor': 'true',
    'remote.evil.url': `${helper}::x`,
    'remote.evil.vcs': helper,
    [`alias.remote-${helper}`]: `!touch '${ran}'`,
  };
  for (const [key, value] of Object.entries(settings)) git(project.root, 'config', key, value);
  fs.rmSync(path.join(project.root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
}

test.skipIf(process.platform === 'win32').each(['', 'none'])(
  'an older git fetches nothing with the helper "%s" that the repository names',
  async (helper) => {
    await project.run('init');
    loseTree(helper);
    useOldGit();
    await project.run('graph build');
    expect(fs.existsSync(ran)).toBe(false);
    // Shows that the trap works: git itself runs the program.
    spawnSync('git', ['-C', project.root, '-c', 'protocol.allow=always', 'log', '--name-only'], {
      env: { ...process.env, GIT_ALLOW_PROTOCOL: helper },
    });
    expect(fs.existsSync(ran)).toBe(true);
  },
);
