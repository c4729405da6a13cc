import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { VaultStore } from '../../../../src/engine/vault/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

let root: string;
let remembered: string;
const stores: VaultStore[] = [];
beforeEach(() => {
  root = temporaryFolder();
  remembered = path.join(root, '.local/notes.jsonl');
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** Writes a note with an old modification time. */
function put(file: string, name = file): void {
  fs.writeFileSync(path.join(root, file), `---\nname: ${name}\nproject: ops\n---\nText of ${name}.\n`);
  fs.utimesSync(path.join(root, file), 1_700_000_000, 1_700_000_000);
}

/** Opens the vault. @returns the store, and the names of the notes that it read from disk */
async function open(): Promise<{ store: VaultStore; read: string[] }> {
  const read: string[] = [];
  const system: FileSystem = {
    ...nodeFileSystem,
    openSync: (file, ...rest) => {
      if (file.endsWith('.md')) read.push(path.basename(file));
      return nodeFileSystem.openSync(file, ...rest);
    },
  };
  const store = await VaultStore.open({ ...nodeRuntime({}), fs: system }, vaultConfig({ root }));
  stores.push(store);
  return { store, read };
}

async function rememberRead(): Promise<void> {
  await (await open()).store.rememberRead();
}

const namesIn = ({ store }: { store: VaultStore }): string[] => Array.from(store.index.notes(), ({ name }) => name);

describe('cache of read notes', () => {
  test('makes the next start read no note, also after notes were added and changed', async () => {
    put('a.md');
    put('b.md');
    await rememberRead();
    expect((await open()).read).toEqual([]);
    const before = fs.statSync(remembered);
    put('b.md', 'another');
    put('c.md');
    await rememberRead();
    const next = await open();
    expect([next.read, namesIn(next)]).toEqual([[], ['a.md', 'another', 'c.md']]);
    expect(fs.statSync(remembered).ino).toBe(before.ino);
    expect([...next.store.index.notes()].map(({ path: file }) => next.store.body(file))).toEqual([
      'Text of a.md.\n',
      'Text of another.\n',
      'Text of c.md.\n',
    ]);
  });

  test('is not written again if nothing changed', async () => {
    put('a.md');
    await rememberRead();
    const before = fs.readFileSync(remembered);
    await rememberRead();
    expect(fs.readFileSync(remembered).equals(before)).toBe(true);
  });

  test('omits notes that may still change without a change of their file times', async () => {
    put('a.md');
    await rememberRead();
    const before = fs.readFileSync(remembered);
    const { store } = await open();
    fs.writeFileSync(path.join(root, 'new.md'), '---\nname: new\n---\n');
    store.lookAt('new.md');
    await store.rememberRead();
    const text = fs.readFileSync(remembered, 'utf8');
    expect(text.startsWith(before.toString())).toBe(true);
    expect(text.includes('"new.md"')).toBe(store.index.get('new.md') !== undefined && text.length > before.length);
  });

  test('is rewritten after an incomplete line, and if most of it is obsolete', async () => {
    put('a.md');
    await rememberRead();
    for (const more of ['[["half', `${JSON.stringify(['x'.repeat(400_000)])}\n[]\n`]) {
      fs.appendFileSync(remembered, more);
      put('a.md', `a ${more.length}`);
      await rememberRead();
      expect(fs.readFileSync(remembered, 'utf8')).not.toContain(more);
      const next = await open();
      expect([next.read, namesIn(next)]).toEqual([[], [`a ${more.length}`]]);
    }
  });

  test('is not written through a symlink', async () => {
    put('a.md');
    await rememberRead();
    put('b.md');
    const target = path.join(root, 'a.md');
    const before = fs.readFileSync(target, 'utf8');
    fs.renameSync(remembered, `${remembered}.kept`);
    fs.symlinkSync(target, remembered);
    await rememberRead();
    expect(fs.readFileSync(target, 'utf8')).toBe(before);
    const elsewhere = temporaryFolder();
    fs.copyFileSync(`${remembered}.kept`, path.join(elsewhere, 'notes.jsonl'));
    fs.rmSync(path.join(root, '.local'), { recursive: true });
    fs.symlinkSync(elsewhere, path.join(root, '.local'));
    const kept = fs.readFileSync(path.join(elsewhere, 'notes.jsonl'), 'utf8');
    await rememberRead();
    expect(fs.readFileSync(path.join(elsewhere, 'notes.jsonl'), 'utf8')).toBe(kept);
  });
});
