import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { type DirectoryListener, watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { VaultStore } from '../../../../src/engine/vault/store.ts';
import type { VaultOptions } from '../../../../src/engine/vault/vault-options.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

const NOTES = 30;
const SLOW_MS = 6;

let root: string;
const stores: VaultStore[] = [];
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

function put(file: string, text = '---\nname: A note\nproject: ops\ntags: [deploy]\n---\nText.\n'): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

function putMany(): void {
  for (let n = 0; n < NOTES; n++) put(`atoms/n${n}.md`);
}

async function open(runtime: Partial<Runtime> = {}, options: VaultOptions = {}): Promise<VaultStore> {
  const store = await VaultStore.open({ ...nodeRuntime({}), ...runtime }, vaultConfig({ root }), options);
  stores.push(store);
  return store;
}

/** Returns a runtime whose clock advances by several milliseconds at each reading. */
function slowly(pause: () => void): Partial<Runtime> {
  let time = 0;
  const monotonic = () => {
    time += SLOW_MS;
    return time;
  };
  return { clock: { ...nodeRuntime({}).clock, monotonic }, sleep: async () => pause() };
}

/** Returns a file system that records the names of opened, listed and examined files. */
function witnessed(): { system: FileSystem; seen: string[] } {
  const seen: string[] = [];
  const tell = (file: string) => void seen.push(path.basename(file).replace(/^\.tmp-.*/, 'temporary'));
  const system: FileSystem = {
    ...nodeFileSystem,
    openSync: (file, ...rest) => {
      tell(file);
      return nodeFileSystem.openSync(file, ...rest);
    },
    listSync: (folder) => {
      tell(folder);
      return nodeFileSystem.listSync(folder);
    },
    lstatSync: (file, options) => {
      tell(file);
      return nodeFileSystem.lstatSync(file, options);
    },
  };
  return { system, seen };
}

describe('opening a vault', () => {
  test('yields to other tasks while it reads files and refreshes', async () => {
    putMany();
    let pauses = 0;
    const slow = slowly(() => {
      pauses += 1;
    });
    const store = await open(slow);
    expect(store.index.size).toBe(NOTES);
    // Two readings of the clock exceed a time slice, and every file is read. Listing the folder takes no time slice.
    expect(pauses).toBeGreaterThanOrEqual(NOTES / 2);
    pauses = 0;
    await store.refresh();
    expect(pauses).toBeGreaterThanOrEqual(NOTES / 2);
  });

  test('rejects when it is aborted, and disposes all watches', async () => {
    putMany();
    const aborter = new AbortController();
    const watched = new Set<string>();
    const watch = (directory: string) => {
      watched.add(directory);
      return { dispose: () => watched.delete(directory) };
    };
    const opening = open(
      slowly(() => aborter.abort(new Error('enough'))),
      { signal: aborter.signal, watch },
    );
    await expect(opening).rejects.toThrow('enough');
    expect([...watched]).toEqual([]);
  });

  test('includes changes that happen meanwhile', async () => {
    putMany();
    const listeners = new Map<string, DirectoryListener>();
    const watch = (directory: string, listener: DirectoryListener) => {
      listeners.set(path.relative(root, directory), listener);
      return { dispose: () => undefined };
    };
    let happened = false;
    const happen = () => {
      if (happened || !listeners.has('atoms')) return;
      happened = true;
      put('atoms/n0.md', 'changed');
      put('atoms/new.md');
      fs.rmSync(path.join(root, 'atoms/n29.md'));
      for (const name of ['n0.md', 'new.md', 'n29.md']) listeners.get('atoms')?.changed(name);
    };
    const store = await open(slowly(happen), { watch });
    await waitFor('the new note', async () => store.index.get('atoms/new.md'));
    expect([happened, store.index.size, store.index.get('atoms/n29.md')]).toEqual([true, NOTES, undefined]);
    expect(store.index.get('atoms/n0.md')?.project).toBe('unknown');
  });
});

describe('notes that are known only from the listing of their folder', () => {
  test('are read without a stat, and examined by a stat if the cache contains them', async () => {
    putMany();
    const { system, seen } = witnessed();
    const { clock } = nodeRuntime({});
    // Seconds later, a stat is sufficient to detect changes.
    const later = { clock: { ...clock, now: () => clock.now() + 10_000 } };
    await (await open({ ...later, fs: system })).writeIndexes();
    expect(seen.filter((name) => name === 'n7.md')).toEqual(['n7.md']);
    const looked: string[] = [];
    const opened: string[] = [];
    const lstatSync: FileSystem['lstatSync'] = (file, options) => {
      looked.push(path.basename(file));
      return nodeFileSystem.lstatSync(file, options);
    };
    const openSync: FileSystem['openSync'] = (file, ...rest) => {
      opened.push(path.basename(file));
      return nodeFileSystem.openSync(file, ...rest);
    };
    await open({ ...later, fs: { ...nodeFileSystem, lstatSync, openSync } });
    expect([looked.filter((name) => name === 'n7.md').length, opened.includes('n7.md')]).toEqual([1, false]);
  });

  test.each(['', 'and were known before, '])('%sare not read through a symlink that replaces their folder', async (known) => {
    putMany();
    if (known !== '') await (await open()).writeIndexes();
    const elsewhere = path.join(temporaryFolder(), 'atoms');
    fs.cpSync(path.join(root, 'atoms'), elsewhere, { recursive: true });
    const listSync: FileSystem['listSync'] = (folder) => {
      const entries = nodeFileSystem.listSync(folder);
      if (path.basename(folder) === 'atoms') {
        fs.renameSync(folder, path.join(root, '.atoms'));
        fs.symlinkSync(elsewhere, folder);
      }
      return entries;
    };
    const opened: string[] = [];
    const openSync: FileSystem['openSync'] = (file, ...rest) => {
      if (file.endsWith('.md')) opened.push(file);
      return nodeFileSystem.openSync(file, ...rest);
    };
    const store = await open({ fs: { ...nodeFileSystem, listSync, openSync } });
    expect([opened, [...store.index.notes()]]).toEqual([[], []]);
  });

  test('may be gone, or no longer be files, when they are read', async () => {
    putMany();
    let happened = false;
    const listSync: FileSystem['listSync'] = (folder) => {
      const entries = nodeFileSystem.listSync(folder);
      if (path.basename(folder) === 'atoms' && !happened) {
        happened = true;
        for (const n of [1, 2, 3, 4]) fs.rmSync(path.join(folder, `n${n}.md`));
        makeNamedPipe(path.join(folder, 'n2.md'));
        fs.symlinkSync(path.join(folder, 'n5.md'), path.join(folder, 'n3.md'));
        put('atoms/n4.md/below.md');
      }
      return entries;
    };
    const store = await open({ fs: { ...nodeFileSystem, listSync } });
    expect([store.index.size, store.problems.map(({ path: file }) => file)]).toEqual([NOTES - 4, ['atoms/n2.md']]);
    expect((await store.refresh()).changed).toEqual(['atoms/n4.md/below.md']);
  });
});

describe('refresh', () => {
  test('joins a refresh that is already running', async () => {
    putMany();
    const { clock, sleep } = slowly(() => undefined);
    const store = await open({ ...(clock && { clock: { ...clock, now: () => Date.now() + 10_000 } }), ...(sleep && { sleep }) });
    for (let n = 0; n < NOTES; n++) put(`atoms/n${n}.md`, 'changed now');
    const first = store.refresh();
    await store.refresh();
    expect(Array.from(store.index.notes(), ({ project }) => project)).toEqual(Array.from({ length: NOTES }, () => 'unknown'));
    expect((await first).changed).toHaveLength(NOTES);
  });

  test('does not continue in a folder that was replaced by a symlink', async () => {
    putMany();
    const elsewhere = path.join(temporaryFolder(), 'atoms');
    fs.cpSync(path.join(root, 'atoms'), elsewhere, { recursive: true });
    let happen = () => {};
    const store = await open(slowly(() => happen()));
    happen = () => {
      happen = () => {};
      fs.renameSync(path.join(root, 'atoms'), path.join(root, '.atoms'));
      fs.symlinkSync(elsewhere, path.join(root, 'atoms'));
      store.lookAt('atoms');
    };
    await store.refresh();
    expect([...store.index.notes()]).toEqual([]);
  });
});

describe('indexes of a watched vault', () => {
  test('are updated for a changed note without reading others, and only in files that contain it', async () => {
    putMany();
    const { system, seen } = witnessed();
    const store = await open({ fs: system }, { watch: watchDirectory });
    await store.writeIndexes();
    await store.remember();
    put('atoms/n7.md', '---\nname: A note\nproject: ops\ntags: [deploy]\n---\nText.\nAnd a line.\n');
    await waitFor('the change', async () => store.index.get('atoms/n7.md')?.lines === 7);
    const before = fs.statSync(path.join(root, '.local/notes.jsonl')).ino;
    expect(seen.filter((name) => name === 'n8.md').length).toBeGreaterThan(0);
    seen.length = 0;
    expect(await store.writeIndexes()).toEqual(['index/manifest.json', 'layers/hot.json']);
    expect(seen.filter((name) => name.endsWith('.md') || name === 'atoms')).toEqual([]);
    // The other index files are only checked for changes of other programs.
    for (const name of ['by_project', 'by_type', 'by_tag', 'graph']) expect(seen.filter((each) => each === `${name}.json`)).toHaveLength(1);
    expect(fs.statSync(path.join(root, '.local/notes.jsonl')).ino).toBe(before);
    for (const name of ['manifest', 'by_tag']) {
      const text = fs.readFileSync(path.join(root, `index/${name}.json`), 'utf8');
      const fresh = await open();
      await fresh.writeIndexes();
      expect(fs.readFileSync(path.join(root, `index/${name}.json`), 'utf8')).toBe(text);
    }
  });

  test('are written again if another program has changed them', async () => {
    putMany();
    const store = await open({}, { watch: watchDirectory });
    await store.writeIndexes();
    expect(await store.writeIndexes()).toEqual([]);
    fs.writeFileSync(path.join(root, 'layers/hot.json'), '[]\n');
    fs.rmSync(path.join(root, 'index/by_tag.json'));
    expect(await store.writeIndexes()).toEqual(['index/by_tag.json', 'layers/hot.json']);
  });

  test('are written without the cache, which remember writes, so that the next start reads no note', async () => {
    put('a.md');
    const { clock } = nodeRuntime({});
    // Seconds later, a stat is sufficient to detect changes.
    let ahead = 10_000;
    const later = { clock: { ...clock, now: () => clock.now() + ahead } };
    const store = await open(later, { watch: watchDirectory });
    await store.remember();
    ahead = 0;
    put('b.md');
    await waitFor('the new note', async () => store.index.get('b.md'));
    await store.writeIndexes();
    ahead = 10_000;
    const reads = async () => {
      const { system, seen } = witnessed();
      await open({ ...later, fs: { ...system, lstatSync: nodeFileSystem.lstatSync } });
      return seen.filter((name) => name.endsWith('.md'));
    };
    expect(await reads()).toEqual(['b.md']);
    await store.remember();
    expect(await reads()).toEqual([]);
  });
});

test('lookAt examines only the given note', async () => {
  putMany();
  const { system, seen } = witnessed();
  const store = await open({ fs: system });
  put('atoms/n3.md', '---\nname: Another\n---\n');
  put('atoms/n4.md', '---\nname: Unseen\n---\n');
  seen.length = 0;
  expect(store.lookAt('atoms/n3.md')).toEqual({ changed: ['atoms/n3.md'], removed: [] });
  expect([store.index.get('atoms/n3.md')?.name, store.index.get('atoms/n4.md')?.name]).toEqual(['Another', 'A note']);
  expect(new Set(seen)).toEqual(new Set(['atoms', 'n3.md']));
  fs.rmSync(path.join(root, 'atoms/n3.md'));
  expect(store.lookAt('atoms/n3.md')).toEqual({ changed: [], removed: ['atoms/n3.md'] });
});

test('refresh of unknown files finds added and removed notes, and examines no other note', async () => {
  putMany();
  put('atoms/deep/old.md');
  const { system, seen } = witnessed();
  const store = await open({ fs: system });
  put('atoms/n3.md', '---\nname: Another\n---\n');
  put('atoms/deep/new.md');
  put('other/first.md');
  fs.rmSync(path.join(root, 'atoms/n4.md'));
  seen.length = 0;
  expect(await store.refresh('unknown')).toEqual({ changed: ['atoms/deep/new.md', 'other/first.md'], removed: ['atoms/n4.md'] });
  expect(new Set(seen.filter((name) => name.endsWith('.md')))).toEqual(new Set(['new.md', 'first.md']));
  expect(store.index.get('atoms/n3.md')?.name).toBe('A note');
  expect((await store.refresh()).changed).toEqual(['atoms/n3.md']);
  expect(store.index.get('atoms/n3.md')?.name).toBe('Another');
});
