import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CortexError } from '../../../../src/engine/platform/errors.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { type DirectoryListener, PathWatch, type WatchDirectory, watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let root: string;
let watch: PathWatch | null = null;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => watch?.dispose());

interface Seen {
  readonly changes: string[];
  readonly failures: CortexError[];
}

function watchIn(target: string, watchOne: WatchDirectory = watchDirectory): Seen {
  const seen: Seen = { changes: [], failures: [] };
  watch = new PathWatch({
    fs: nodeFileSystem,
    watch: watchOne,
    anchor: root,
    target: path.join(root, target),
    changed: (directory, name) => seen.changes.push(path.join(path.relative(root, directory), name ?? '*')),
    failed: (error) => seen.failures.push(error),
  });
  return seen;
}

const sees = (seen: Seen, change: string) => waitFor(change, async () => seen.changes.includes(change));
const make = (folder: string) => fs.mkdirSync(path.join(root, folder), { recursive: true });
const put = (file: string) => fs.writeFileSync(path.join(root, file), 'x');

describe('a watched directory', () => {
  test('reports changed names in it, and none of its subfolders', async () => {
    make('a/b/deep');
    const seen = watchIn('a/b');
    put('a/b/deep/unseen');
    put('a/b/file');
    await sees(seen, 'a/b/file');
    expect(seen.changes).not.toContain('a/b/deep/unseen');
    expect(seen.failures).toEqual([]);
  });

  test('may be created later, level by level, and filled at once', async () => {
    const seen = watchIn('a/b');
    make('a/b');
    put('a/b/early');
    // The directory is reported as a whole, whether or not the file was noticed by name.
    await sees(seen, 'a/b/*');
    put('a/b/late');
    await sees(seen, 'a/b/late');
  });

  test('may be removed and recreated, also with its parent', async () => {
    make('a/b');
    const seen = watchIn('a/b');
    for (const gone of ['a/b', 'a']) {
      fs.rmSync(path.join(root, gone), { recursive: true });
      await waitFor('its end', async () =>
        seen.changes.some((change) => change === gone || change === path.join(gone, path.basename(gone))),
      );
      make('a/b');
      seen.changes.length = 0;
      await sees(seen, 'a/b/*');
      put('a/b/again');
      await sees(seen, 'a/b/again');
    }
  });

  test('may be replaced by another one of the same name', async () => {
    make('a/b');
    make('a/new');
    const seen = watchIn('a/b');
    fs.renameSync(path.join(root, 'a/b'), path.join(root, 'a/old'));
    fs.renameSync(path.join(root, 'a/new'), path.join(root, 'a/b'));
    await sees(seen, 'a/b/*');
    put('a/b/inside');
    await sees(seen, 'a/b/inside');
  });

  test('reports nothing after dispose', async () => {
    make('a');
    const seen = watchIn('a');
    watch?.dispose();
    const other = watchDirectory(path.join(root, 'a'), { changed: () => seen.changes.push('other'), failed: () => undefined });
    put('a/file');
    await sees(seen, 'other');
    other.dispose();
    expect(seen.changes).not.toContain('a/file');
  });
});

describe('a directory that cannot be watched', () => {
  const systemError = (code: string) => Object.assign(new Error(`no more watches: ${code}`), { code });

  test('is reported with the next step instead of thrown, and is retried', () => {
    make('a');
    let exhausted = true;
    const seen = watchIn('a', (directory, listener) => {
      if (exhausted && directory === path.join(root, 'a')) throw systemError('ENOSPC');
      return watchDirectory(directory, listener);
    });
    expect(seen.failures).toMatchObject([
      { code: 'io', data: { file: path.join(root, 'a'), next: expect.stringContaining('max_user_watches') } },
    ]);
    expect(watch?.problem).toBe(seen.failures[0]);
    exhausted = false;
    watch?.rearm();
    expect(seen.changes).toContain('a/*');
    expect(watch?.problem).toBeNull();
  });

  test('is reported once for repeated failures, and again after it worked in between', () => {
    make('a');
    let exhausted = true;
    const seen = watchIn('a', (directory) => {
      if (exhausted && directory === path.join(root, 'a')) throw systemError('ENOSPC');
      return { dispose: () => undefined };
    });
    watch?.rearm();
    watch?.rearm();
    expect(seen.failures).toHaveLength(1);
    exhausted = false;
    watch?.rearm();
    exhausted = true;
    fs.renameSync(path.join(root, 'a'), path.join(root, 'old'));
    make('a');
    watch?.rearm();
    expect(seen.failures).toHaveLength(2);
    expect(watch?.problem).toMatchObject({ data: { file: path.join(root, 'a') } });
  });

  test('is reported if the system ends the watch later', () => {
    make('a');
    const listeners: DirectoryListener[] = [];
    const seen = watchIn('a', (_directory, listener) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    });
    listeners.at(-1)?.failed(systemError('EPERM'));
    expect(seen.failures).toMatchObject([{ code: 'read-only', data: { file: path.join(root, 'a') } }]);
    expect(watch?.problem).toBe(seen.failures[0]);
    watch?.rearm();
    expect(listeners).toHaveLength(3);
    expect(watch?.problem).toBeNull();
  });
});
