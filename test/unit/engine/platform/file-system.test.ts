import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const make = (directory: string) => nodeFileSystem.mkdirSync(directory, { recursive: true });

describe('mkdirSync', () => {
  test('creates parent folders, and returns the first that it created', () => {
    const folder = temporaryFolder();
    expect(make(path.join(folder, 'a', 'b', 'c'))).toBe(path.join(folder, 'a'));
    expect(fs.statSync(path.join(folder, 'a', 'b', 'c')).isDirectory()).toBe(true);
  });

  test('keeps an existing folder', () => {
    expect(make(temporaryFolder())).toBeUndefined();
  });

  test('throws if a file is at the path or above it', () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'file'), 'x');
    expect(() => make(path.join(folder, 'file'))).toThrow('EEXIST');
    expect(() => make(path.join(folder, 'file', 'sub'))).toThrow('ENOTDIR');
  });

  test.skipIf(process.platform !== 'linux')(
    'terminates if a file system reports ENOENT for a folder with an existing parent (only Linux has /proc)',
    () => {
      expect(() => make('/proc/not-there/inside')).toThrow('ENOENT');
    },
  );
});
