import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../src/engine/platform/file-system.ts';
import { lockPathToFile, normaliseLockPath } from '../../../src/engine/swarm/index.ts';
import { fileToLockPath, lockToFile } from '../../../src/host/model/locks/lock-files.ts';
import { temporaryFolder } from '../../support/folders.ts';

let place: string;
let root: string;

beforeEach(() => {
  place = temporaryFolder();
  root = path.join(place, 'shop');
  mkdirSync(path.join(root, '.cortex'), { recursive: true });
});

function file(...parts: readonly string[]): string {
  const made = path.join(...parts);
  mkdirSync(path.dirname(made), { recursive: true });
  writeFileSync(made, '');
  return made;
}

const lockPath = (made: string) => fileToLockPath(nodeFileSystem, root, made);

test.each(['src/one.ts', 'app/[id]/page.tsx', 'a[1].ts', 'what?.md', 'a*b', '{a,b}.ts', '..foo', '..bar/x'])(
  'the lock path of a file named %s is not a pattern, and resolves to the file',
  (name) => {
    const made = file(root, name);
    const locked = lockPath(made) ?? '';
    expect(normaliseLockPath(locked, { foldCase: false })).toBe(locked);
    expect(lockPathToFile(locked)).toBe(name);
    expect(lockToFile(nodeFileSystem, root, root, locked)).toBe(made);
  },
);

test('files outside the project and the project folder itself have no lock path', () => {
  expect([lockPath(file(place, 'other', 'a.ts')), lockPath(place), lockPath(root)]).toEqual([null, null, null]);
});

test('a file opened through a symbolic link has the lock path of the real file', () => {
  file(root, 'src', 'one.ts');
  symlinkSync(root, path.join(place, 'link'));
  expect(lockPath(path.join(place, 'link', 'src', 'one.ts'))).toBe('src/one.ts');
});

test('a deleted file still has its lock path', () => {
  symlinkSync(root, path.join(place, 'link'));
  expect(lockPath(path.join(place, 'link', 'gone', 'one.ts'))).toBe('gone/one.ts');
});

/** Creates a worktree as `git worktree add` does. @returns the top of the worktree */
function worktree(top: string): string {
  const git = path.join(root, '.git', 'worktrees', 'feature');
  file(git, 'HEAD');
  writeFileSync(path.join(git, 'commondir'), '../..\n');
  writeFileSync(path.join(git, 'gitdir'), `${path.join(top, '.git')}\n`);
  mkdirSync(top, { recursive: true });
  writeFileSync(path.join(top, '.git'), `gitdir: ${git}\n`);
  return top;
}

test.each(['beside', 'shop/.worktrees/inside'])('a file of the linked worktree %s has the lock path of the main worktree', (name) => {
  const top = worktree(path.join(place, name));
  const made = file(top, 'src', 'one.ts');
  expect(lockPath(made)).toBe('src/one.ts');
  expect(lockPath(top)).toBe(name === 'beside' ? null : '.worktrees/inside');
  expect(lockToFile(nodeFileSystem, root, path.join(top, 'src'), 'src/one.ts')).toBe(made);
});

test('a file of a nested project in a linked worktree has the same lock path as in the main worktree', () => {
  const top = worktree(path.join(place, 'beside'));
  mkdirSync(path.join(root, 'app', '.cortex'), { recursive: true });
  const made = file(top, 'app', 'src', 'one.ts');
  expect(fileToLockPath(nodeFileSystem, path.join(root, 'app'), made)).toBe('src/one.ts');
  expect(lockToFile(nodeFileSystem, path.join(root, 'app'), path.join(top, 'app'), 'src/one.ts')).toBe(made);
});

test('a file of a worktree unknown to git has no lock path, and a file of the project keeps its own', () => {
  const top = worktree(path.join(place, 'beside'));
  writeFileSync(path.join(root, '.git', 'worktrees', 'feature', 'gitdir'), `${path.join(place, 'moved', '.git')}\n`);
  expect(lockPath(file(top, 'src', 'one.ts'))).toBeNull();
  expect(lockPath(file(root, 'src', 'one.ts'))).toBe('src/one.ts');
});

test('a lock path that leads out of the project is rejected', () => {
  expect(() => lockToFile(nodeFileSystem, root, root, '../secret')).toThrow('leads out of its root folder');
});
