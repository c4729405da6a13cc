import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findProjectRoot } from '../../../../src/engine/crtx/root.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { initProject } from '../../../../src/engine/project/use-cases/project.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let base: string;
let main: string;
let tree: string;
/** Git directory of the repository, outside of the main worktree. */
let store: string;
beforeEach(() => {
  base = temporaryFolder();
  [main, tree, store] = [path.join(base, 'main'), path.join(base, 'tree'), path.join(base, 'store')];
});

function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], { cwd: folder, stdio: 'ignore' });
}

function write(folder: string, name: string, line: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), `${line}\n`);
}

const make = (folder: string) => write(path.join(folder, '.cortex'), 'timeline.crtx', '');
const rootOf = (directory: string) => findProjectRoot(nodeFileSystem, directory, false);

/** Creates a repository with an uncommitted project, using these arguments of `git init`. */
function repository(...args: string[]): void {
  fs.mkdirSync(main);
  git(main, 'init', ...args);
  write(main, 'a.ts', '');
  git(main, 'add', 'a.ts');
  git(main, 'commit', '--message', 'first');
  make(main);
}

/** Creates a repository whose git directory is elsewhere, named by the file `.git`. */
const separated = (at = store) => repository('--separate-git-dir', at);

/** Creates a repository whose `.git` is a link to a directory elsewhere. */
function behindLink(at = store): void {
  repository();
  fs.renameSync(path.join(main, '.git'), at);
  fs.symlinkSync(at, path.join(main, '.git'));
}

describe('the project of a linked worktree with a separate git directory', () => {
  test.each([
    ['a file that names it', separated],
    ['a link to it', behindLink],
  ])('is that of the main worktree if core.worktree names it and it has %s', async (_, begin) => {
    begin();
    git(main, 'worktree', 'add', tree);
    expect(() => rootOf(tree)).toThrow('does not contain the path of the main worktree');
    expect(rootOf(main)).toBe(main);
    git(main, 'config', 'core.worktree', main);
    expect(rootOf(tree)).toBe(main);
    fs.rmSync(path.join(main, '.cortex'), { recursive: true });
    const context = { runtime: nodeRuntime(), exactDirectory: false, interactive: false, signal: new AbortController().signal };
    const made = await initProject({ ...context, directory: tree, progress: () => {} });
    expect(made.output).toEqual({ root: main, created: true });
  });

  test.each([
    ['[core]\n\tbare = false\n\tworktree = ../main # here'],
    ['[CORE] Worktree = "../main" ; here'],
    ['[core]\nworktree = ../elsewhere\nworktree = "..\\/main"\n[core "x"]\nworktree = ../elsewhere\n[other]\nworktree = ../elsewhere'],
  ])('is found with the configuration %j', (text) => {
    separated();
    git(main, 'worktree', 'add', tree);
    write(store, 'config', text);
    expect(rootOf(tree)).toBe(main);
  });

  test('is found with the configuration in config.worktree', () => {
    separated();
    git(main, 'worktree', 'add', tree);
    write(store, 'config.worktree', `[core]\n\tworktree = ${main}`);
    expect(rootOf(tree)).toBe(main);
  });

  test.each([
    ['is not there', () => path.join(base, 'gone')],
    ['has no repository', () => base],
    ['is of another repository', () => path.join(base, 'victim')],
  ])('is not found in a configured folder that %s', (_, named) => {
    separated();
    git(main, 'worktree', 'add', tree);
    make(path.join(base, 'victim'));
    git(path.join(base, 'victim'), 'init');
    make(tree);
    git(main, 'config', 'core.worktree', named());
    expect(() => rootOf(tree)).toThrow('does not exist or belongs to another repository');
  });

  test.each([
    ['a file that names it', separated],
    ['a link to it', behindLink],
  ])('is not that of the surrounding folder if the main worktree has %s, which is reported', (_, begin) => {
    fs.mkdirSync(store);
    begin(path.join(store, '.git'));
    expect(rootOf(main)).toBe(main);
    git(main, 'worktree', 'add', tree);
    expect(() => rootOf(main)).toThrow(`use ${store} as their main worktree`);
    git(main, 'config', 'core.worktree', main);
    expect([rootOf(main), rootOf(tree)]).toEqual([main, main]);
  });

  test('is its own if the repository is bare', () => {
    separated();
    git(main, 'worktree', 'add', tree);
    git(tree, 'config', 'core.bare', 'true');
    make(tree);
    expect(rootOf(tree)).toBe(tree);
  });

  test('is that of the submodule in a worktree of a submodule', () => {
    repository();
    const other = path.join(base, 'other');
    fs.mkdirSync(other);
    git(other, 'init');
    git(other, 'commit', '--allow-empty', '--message', 'first');
    git(main, '-c', 'protocol.file.allow=always', 'submodule', 'add', other, 'sub');
    git(path.join(main, 'sub'), 'worktree', 'add', tree);
    make(path.join(main, 'sub'));
    expect(rootOf(tree)).toBe(path.join(main, 'sub'));
  });
});

test('a moved worktree is reported with the command to repair it', () => {
  repository();
  git(main, 'worktree', 'add', tree);
  const moved = path.join(base, 'moved');
  fs.renameSync(tree, moved);
  make(moved);
  expect(() => rootOf(moved)).toThrow(`git does not know the worktree ${moved}`);
  git(moved, 'worktree', 'repair');
  expect(rootOf(moved)).toBe(main);
});
