import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const make = (directory: string) => nodeFileSystem.mkdirSync(directory, { recursive: true });

describe('making folders', () => {
  test('makes those above, too, and gives the first that it made', () => {
    const folder = temporaryFolder();
    expect(make(path.join(folder, 'a', 'b', 'c'))).toBe(path.join(folder, 'a'));
    expect(fs.statSync(path.join(folder, 'a', 'b', 'c')).isDirectory()).toBe(true);
  });

  test('a folder that is there is left as it is', () => {
    expect(make(temporaryFolder())).toBeUndefined();
  });

  test('a file in its place, or on the way, is an error', () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'file'), 'x');
    expect(() => make(path.join(folder, 'file'))).toThrow('EEXIST');
    expect(() => make(path.join(folder, 'file', 'sub'))).toThrow('ENOTDIR');
  });

  test.skipIf(process.platform !== 'linux')(
    'ends where a file system says ENOENT of a folder whose parent is there (only Linux has /proc)',
    () => {
      expect(() => make('/proc/not-there/inside')).toThrow('ENOENT');
    },
  );
});
