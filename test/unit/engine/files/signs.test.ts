import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listParentFolders, mayExist } from '../../../../src/engine/files/marker-files.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';

const runtime = nodeRuntime();
let top: string;
beforeEach(() => {
  top = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-signs-'));
});
afterEach(() => fs.rmSync(top, { recursive: true, force: true }));

test('mayBeThere is true for a file, a folder and a dangling link, false for a name in a missing folder or below a file', () => {
  fs.writeFileSync(path.join(top, 'file'), '');
  fs.symlinkSync('nowhere', path.join(top, 'link'));
  const there = (name: string) => mayExist(runtime.fs, path.join(top, name));
  expect(['.', 'file', 'link'].map(there)).toEqual([true, true, true]);
  expect(['other', 'other/file', 'file/below'].map(there)).toEqual([false, false, false]);
});

test('mayBeThere is true for a path that cannot be checked', () => {
  fs.symlinkSync('cycle', path.join(top, 'cycle'));
  expect(mayExist(runtime.fs, path.join(top, 'cycle', 'file'))).toBe(true);
});

test('listParentFolders stops at the root of the git repository', () => {
  const folder = path.join(top, 'project', 'a', 'b');
  fs.mkdirSync(folder, { recursive: true });
  expect(listParentFolders(runtime.fs, folder).at(-1)).toBe(path.parse(folder).root);
  fs.mkdirSync(path.join(top, 'project', '.git'));
  expect(listParentFolders(runtime.fs, folder)).toEqual([folder, path.dirname(folder), path.join(top, 'project')]);
  fs.writeFileSync(path.join(folder, '.git'), 'gitdir: elsewhere\n');
  expect(listParentFolders(runtime.fs, folder)).toEqual([folder]);
});
