import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

const REFUSED = [
  'git checkout main',
  'git checkout -f',
  'git checkout -b new origin/main',
  'git checkout HEAD~1',
  'git checkout -- src/a.ts',
  'git checkout -- .',
  'git checkout HEAD src/a.ts',
  'git checkout src',
  'git checkout -- "lib/*"',
  'git switch main',
  'git switch -c new main',
  'git reset --hard',
  'git reset --hard HEAD~1',
  'git reset',
  'git reset -- src/a.ts',
  'git clean -fd',
  'git clean -fdx src',
  'git stash',
  'git stash push -m wip',
  'git stash -u',
  'git stash pop',
  'git stash apply',
  'git stash push -- src/a.ts',
  'git merge main',
  'git rebase main',
  'git rebase -i HEAD~3',
  'git pull',
  'git pull --rebase',
  'git restore .',
  'git restore src/a.ts',
  'git restore --staged --worktree src/a.ts',
  'git restore -s HEAD~1 -- src',
  'git commit -a -m x',
  'git commit -am x',
  'git commit --all -m x',
  'git commit -vam "x"',
  'git apply fix.patch',
  'git apply --3way fix.patch',
  'git am fix.mbox',
  'git cherry-pick abc123',
  'git revert HEAD',
  'git rm src/a.ts',
  'git rm -r lib',
  'git mv src/a.ts src/c.ts',
  'git mv src/b.ts lib/',
  'git -C . checkout main',
  'git -C src checkout -- a.ts',
  'git -c core.editor=true rebase main',
  'git --no-pager -c x=y reset --hard',
  'sudo git stash',
  "bash -c 'git stash'",
  'cd src && git stash',
  'npm test; git stash',
  'git co main',
  'git submodule update',
  'gh pr checkout 5',
  "git checkout -- ':(top)src/a.ts'",
  'git switch --orphan x',
  'git sparse-checkout set docs',
  'git worktree remove .',
  'git lfs pull',
  "git submodule foreach 'git stash'",
  "git -c alias.x='!rm src/a.ts' x",
  'git --git-dir=.git --work-tree=. reset --hard',
  'git diff --output=src/a.ts',
  'git archive -o src/a.ts HEAD',
  'git config -f src/a.ts a.b c',
];

const ALLOWED = [
  'git status',
  'git diff src/a.ts',
  'git log --oneline -5',
  'git show HEAD:src/a.ts',
  'git blame src/a.ts',
  'git add src/b.ts',
  'git add .',
  'git commit -m "change -a thing"',
  'git commit -m x -- src/b.ts',
  'git commit --amend --no-edit',
  'git commit -ma',
  'git checkout -b new',
  'git switch -c new',
  'git checkout -- src/b.ts',
  'git checkout HEAD -- src/b.ts package.json',
  'git checkout src/b.ts',
  'git restore src/b.ts',
  'git restore --staged src/a.ts',
  'git restore --staged .',
  'git reset -- src/b.ts',
  'git stash list',
  'git stash show -p',
  'git stash push -- src/b.ts',
  'git clean -n',
  'git clean -fd src/deep',
  'git apply --check fix.patch',
  'git rm --cached src/a.ts',
  'git rm src/b.ts',
  'git fetch origin',
  'git push origin HEAD',
  'git branch -d old',
  'git worktree add ../other',
  'git tag v1',
  'git grep text src/a.ts',
  'git -C /tmp stash',
  'git --version',
  'git reset --soft HEAD~1',
  'git merge --help',
  'git --git-dir=/tmp/x.git --work-tree=/tmp/x reset --hard',
  'GIT_DIR=/tmp/x.git GIT_WORK_TREE=/tmp/x git reset --hard',
  'git diff --output=/tmp/x.patch',
  'git sparse-checkout list',
];

test('git commands that change files of other agents are denied', async () => {
  const project = await GuardedProject.make();
  expect(await project.wrong(REFUSED, true)).toEqual([]);
});

test('git commands that read, or change other files, are allowed', async () => {
  const project = await GuardedProject.make();
  expect(await project.wrong(ALLOWED, false)).toEqual([]);
});

test('git commands are allowed without locks of other agents', async () => {
  const project = await GuardedProject.make();
  await project.run('lock release --agent ann --all');
  await project.run('lock acquire src/a.ts --agent bob');
  expect(await project.wrong(REFUSED, false)).toEqual([]);
});

test('in a separate worktree git commands are denied only if another agent may work there', async () => {
  const project = await GuardedProject.make();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: project.root, stdio: 'ignore' });
  git('init', '-q');
  git('add', 'src');
  git('commit', '-qm', 'x');
  const other = `${project.root}-other`;
  git('worktree', 'add', '-q', other);
  try {
    const start = { hook_event_name: 'SessionStart', session_id: 'of ann', cwd: project.root };
    expect(await project.line('git stash', { folder: other })).toContain('git command');
    await project.ask('claude', start, { agent: 'ann' });
    expect(await project.line('git stash', { folder: other })).toBeNull();
    expect(await project.line('git stash')).toContain('git command');
    expect(await project.line(`git -C ${project.root} stash`, { folder: other })).toContain('git command');
    expect(await project.line('rm src/a.ts', { folder: other })).toContain('holds a lock');
    expect(await project.line(`rm ${path.join(other, 'src/a.ts')}`)).toContain('holds a lock');
  } finally {
    fs.rmSync(other, { recursive: true, force: true });
  }
});
