import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { type DirectoryListener, type WatchDirectory, watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { VaultStore } from '../../../../src/engine/vault/store.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

let root: string;
let store: VaultStore | null = null;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  await store?.close();
  store = null;
});

function put(file: string, name = 'name'): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), `---\nname: ${name}\n---\n`);
}

async function openWatched(watch: WatchDirectory = watchDirectory, system: FileSystem = nodeFileSystem): Promise<VaultStore> {
  store = await VaultStore.open({ ...nodeRuntime({}), fs: system }, vaultConfig({ root }), { watch });
  return store;
}

const notes = (of: VaultStore) => Array.from(of.index.notes(), ({ path: file, name }) => `${file} ${name}`);
const sees = (of: VaultStore, ...wanted: string[]) => waitFor(wanted.join(', '), async () => notes(of).join() === wanted.join());

describe('watched vault', () => {
  test('follows notes that are created, changed, moved and deleted', async () => {
    put('a.md', 'A');
    const watched = await openWatched();
    put('b.md', 'B');
    await sees(watched, 'a.md A', 'b.md B');
    put('a.md', 'A2');
    await sees(watched, 'a.md A2', 'b.md B');
    fs.renameSync(path.join(root, 'b.md'), path.join(root, 'c.md'));
    await sees(watched, 'a.md A2', 'c.md B');
    fs.rmSync(path.join(root, 'a.md'));
    await sees(watched, 'c.md B');
  });

  test('notifies about MEMORY.md, which is not a note, and returns its conflicts', async () => {
    put('a.md', 'A');
    const watched = await openWatched();
    let told = 0;
    watched.onChange(() => {
      told += 1;
    });
    expect(watched.mapConflicts()).toEqual([]);
    fs.writeFileSync(path.join(root, 'MEMORY.md'), '# Map\n<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n');
    await waitFor('the map to be noticed', async () => told > 0);
    expect(watched.mapConflicts()).toMatchObject([{ code: 'merge-conflict', line: 2 }]);
    const before = told;
    fs.rmSync(path.join(root, 'MEMORY.md'));
    await waitFor('its end to be noticed', async () => told > before);
    expect(watched.mapConflicts()).toEqual([]);
    expect(notes(watched)).toEqual(['a.md A']);
  });

  test('follows folders that are created with notes, moved, replaced and deleted', async () => {
    const watched = await openWatched();
    put('x/y/a.md', 'A');
    await sees(watched, 'x/y/a.md A');
    put('x/y/b.md', 'B');
    await sees(watched, 'x/y/a.md A', 'x/y/b.md B');
    fs.renameSync(path.join(root, 'x'), path.join(root, 'z'));
    await sees(watched, 'z/y/a.md A', 'z/y/b.md B');
    put('other/c.md', 'C');
    put('z/y/a.md', 'A2');
    await sees(watched, 'other/c.md C', 'z/y/a.md A2', 'z/y/b.md B');
    fs.rmSync(path.join(root, 'z'), { recursive: true });
    fs.renameSync(path.join(root, 'other'), path.join(root, 'z'));
    await sees(watched, 'z/c.md C');
    put('z/c.md', 'C2');
    await sees(watched, 'z/c.md C2');
    fs.rmSync(path.join(root, 'z'), { recursive: true });
    await sees(watched);
  });

  test('notifies listeners once about simultaneous changes, and not about other files', async () => {
    const watched = await openWatched();
    const told: string[] = [];
    watched.onChange(({ changed, removed }) => told.push(`+${changed.join()} -${removed.join()}`));
    put('.obsidian/a.md');
    put('index/a.md');
    fs.writeFileSync(path.join(root, 'a.txt'), '');
    for (let n = 1; n <= 5; n++) put(`n${n}.md`);
    await sees(watched, ...[1, 2, 3, 4, 5].map((n) => `n${n}.md name`));
    expect(told).toEqual(['+n1.md,n2.md,n3.md,n4.md,n5.md -']);
  });

  test('reads only the changed note, and lists no folder', async () => {
    for (let n = 0; n < 50; n++) put(`atoms/n${n}.md`);
    const looks: string[] = [];
    const openSync: FileSystem['openSync'] = (file, ...rest) => {
      looks.push(path.basename(file));
      return nodeFileSystem.openSync(file, ...rest);
    };
    const listSync: FileSystem['listSync'] = (folder) => {
      looks.push(path.basename(folder));
      return nodeFileSystem.listSync(folder);
    };
    const watched = await openWatched(watchDirectory, { ...nodeFileSystem, openSync, listSync });
    looks.length = 0;
    put('atoms/n7.md', 'changed');
    await waitFor('the change', async () => watched.index.get('atoms/n7.md')?.name === 'changed');
    expect(new Set(looks)).toEqual(new Set(['n7.md']));
  });

  test('reads a whole folder if the system does not report what has changed', async () => {
    put('a/x.md');
    const listeners = new Map<string, DirectoryListener>();
    const watched = await openWatched((directory, listener) => {
      listeners.set(path.relative(root, directory), listener);
      return { dispose: () => listeners.delete(path.relative(root, directory)) };
    });
    expect([...listeners.keys()]).toEqual(['..', '', 'a']);
    put('a/y.md');
    listeners.get('a')?.changed(null);
    await sees(watched, 'a/x.md name', 'a/y.md name');
    fs.rmSync(path.join(root, 'a'), { recursive: true });
    listeners.get('')?.changed(path.basename(root));
    await sees(watched);
    expect([...listeners.keys()]).toEqual(['..', '']);
    await watched.close();
    expect([...listeners.keys()]).toEqual([]);
  });

  test('does not follow a folder that became a symlink, even if changes in it are reported', async () => {
    put('a/x.md', 'mine');
    const elsewhere = temporaryFolder();
    fs.writeFileSync(path.join(elsewhere, 'x.md'), 'name: secret');
    const listeners = new Map<string, DirectoryListener>();
    const watched = await openWatched((directory, listener) => {
      listeners.set(path.relative(root, directory), listener);
      return { dispose: () => undefined };
    });
    fs.rmSync(path.join(root, 'a'), { recursive: true });
    fs.symlinkSync(elsewhere, path.join(root, 'a'));
    listeners.get('a')?.changed('x.md');
    listeners.get('a')?.changed(null);
    await sees(watched);
  });

  test('reads a folder as soon as it becomes listable', async () => {
    put('a/x.md');
    let refused = true;
    const listSync: FileSystem['listSync'] = (folder) => {
      if (refused && path.basename(folder) === 'a') throw Object.assign(new Error('not for you'), { code: 'EACCES' });
      return nodeFileSystem.listSync(folder);
    };
    const watched = await openWatched(watchDirectory, { ...nodeFileSystem, listSync });
    expect(watched.problems.map(({ path: where }) => where)).toEqual(['a']);
    refused = false;
    fs.chmodSync(path.join(root, 'a'), 0o700);
    await sees(watched, 'a/x.md name');
    expect(watched.problems).toEqual([]);
  });

  test('is opened even if the limit of file watches is reached, and reports that once', async () => {
    put('a/x.md');
    put('b/x.md');
    const watched = await openWatched((directory, listener) => {
      if (directory !== root) throw Object.assign(new Error('no more'), { code: 'ENOSPC' });
      return watchDirectory(directory, listener);
    });
    expect(notes(watched)).toEqual(['a/x.md name', 'b/x.md name']);
    expect(watched.problems.map(({ error }) => error.message)).toEqual(['cannot watch the folder: the limit of file watches is reached']);
  });

  test('detects that its folder is gone, and follows it again when it is back', async () => {
    const parent = root;
    root = path.join(parent, 'team', 'vault');
    put('a.md', 'A');
    const watched = await openWatched();
    const gone = () => waitFor('no note', async () => notes(watched).length === 0);
    fs.renameSync(root, path.join(parent, 'aside'));
    await gone();
    expect(watched.problems.map(({ error }) => error.code)).toEqual(['not-found']);
    fs.renameSync(path.join(parent, 'aside'), root);
    await sees(watched, 'a.md A');
    expect(watched.problems).toEqual([]);
    put('a.md', 'A2');
    await sees(watched, 'a.md A2');
    // Its parent folder is deleted too.
    fs.rmSync(path.join(parent, 'team'), { recursive: true });
    await gone();
    put('b.md', 'B');
    await sees(watched, 'b.md B');
    fs.renameSync(path.join(parent, 'team'), path.join(parent, 'other'));
    await gone();
    fs.renameSync(path.join(parent, 'other'), path.join(parent, 'team'));
    await sees(watched, 'b.md B');
    put('b.md', 'B2');
    await sees(watched, 'b.md B2');
  });
});
