import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { readCache } from '../../../../src/engine/vault/cache/cache.ts';
import { VaultStore } from '../../../../src/engine/vault/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

/** Numbers with two digits, so that the paths sort by number. */
const FILES = Array.from({ length: 30 }, (_, n) => `atoms/n${n + 10}.md`);

let root: string;
const stores: VaultStore[] = [];
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

function putMany(): void {
  fs.mkdirSync(path.join(root, 'atoms'));
  for (const file of FILES) fs.writeFileSync(path.join(root, file), '---\nname: A note\n---\n');
}

async function open(runtime: Partial<Runtime> = {}): Promise<VaultStore> {
  const store = await VaultStore.open({ ...nodeRuntime({}), ...runtime }, vaultConfig({ root }));
  stores.push(store);
  return store;
}

const pathsIn = (store: VaultStore) => Array.from(store.index.notes(), (note) => note.path);

test.each(['', 'and were known before, '])(
  'notes that were listed %sare all found if their folder is replaced by a copy',
  async (known) => {
    putMany();
    if (known !== '') await (await open()).writeIndexes();
    let happened = false;
    const listSync: FileSystem['listSync'] = (folder) => {
      const entries = nodeFileSystem.listSync(folder);
      if (path.basename(folder) === 'atoms' && !happened) {
        happened = true;
        fs.renameSync(folder, path.join(root, '.atoms'));
        fs.cpSync(path.join(root, '.atoms'), folder, { recursive: true });
      }
      return entries;
    };
    const store = await open({ fs: { ...nodeFileSystem, listSync } });
    expect([happened, pathsIn(store)]).toEqual([true, FILES]);
    await store.refresh();
    expect(pathsIn(store)).toEqual(FILES);
  },
);

test('a note that is looked at while an empty vault is read is in the index once, in order', async () => {
  let happen = () => {};
  let time = 0;
  const monotonic = () => {
    time += 6;
    return time;
  };
  const store = await open({ clock: { ...nodeRuntime({}).clock, monotonic }, sleep: async () => happen() });
  putMany();
  const looked: unknown[] = [];
  happen = () => {
    if (store.index.size > 0 && looked.length === 0) looked.push(store.lookAt('atoms/n35.md').changed);
  };
  await store.refresh();
  expect([looked, pathsIn(store)]).toEqual([[['atoms/n35.md']], FILES]);
});

test('readCache skips many empty lines, and reads the notes before them', async () => {
  putMany();
  await (await open({ clock: { ...nodeRuntime({}).clock, now: () => Date.now() + 10_000 } })).writeIndexes();
  fs.appendFileSync(path.join(root, '.local/notes.jsonl'), '\n'.repeat(100_000));
  const reading = readCache(nodeRuntime({}), vaultConfig({ root }));
  let steps = 0;
  let step = reading.next();
  for (; step.done !== true; step = reading.next()) steps += 1;
  expect([steps, [...step.value.keys()]]).toEqual([1, FILES]);
});
