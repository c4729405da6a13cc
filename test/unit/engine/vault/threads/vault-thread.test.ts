import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { nodeFileSystem } from '../../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { deadParts } from '../../../../../src/engine/vault/links/dead-parts.ts';
import { planLinks } from '../../../../../src/engine/vault/links/plan-links.ts';
import { readListedNote } from '../../../../../src/engine/vault/notes/note-file.ts';
import { VaultStore } from '../../../../../src/engine/vault/store.ts';
import { VaultThread, type VaultThreadOptions } from '../../../../../src/engine/vault/threads/vault-thread.ts';
import { findSimilarPairs } from '../../../../../src/engine/vault/trust/short-notes.ts';
import { writeVault } from '../../../../fixtures/vault-generator.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { vaultConfig } from '../../../../support/vault-config.ts';

const NOTES = 500;
/** Old modification time, in seconds. A second change of a recent file may not change its times. */
const LONG_AGO = 1_700_000_000;
const runtime = nodeRuntime({});

let root: string;
beforeEach(() => {
  root = path.join(temporaryFolder(), 'vault');
  writeVault(root, { notes: NOTES, seed: 7, today: '2026-04-12' });
  for (const file of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) fs.utimesSync(path.join(root, file), LONG_AGO, LONG_AGO);
});

function threadOf(options: VaultThreadOptions = {}, fileSystem = nodeFileSystem): VaultThread {
  const thread = new VaultThread({ ...runtime, fs: fileSystem }, vaultConfig({ root }), { least: 1, ...options });
  onTestFinished(() => thread.close());
  return thread;
}

/** Waits until all earlier results are delivered: the thread handles requests in order. */
async function delivered(thread: VaultThread): Promise<void> {
  expect(await thread.shortPairs([])).toEqual([]);
  expect(await thread.shortPairs([{ path: 'a.md', name: 'a', project: 'ops', summary: '' }])).toEqual([]);
}

async function openStore(options: { readonly thread?: VaultThread } = {}): Promise<VaultStore> {
  const store = await VaultStore.open(runtime, vaultConfig({ root }), options);
  onTestFinished(() => store.close());
  return store;
}

const pathsOf = (store: VaultStore) => Array.from(store.index.known(), ({ path: file }) => file);

test('a thread reads the same notes as the main thread', async () => {
  const paths = pathsOf(await openStore());
  const thread = threadOf();
  const ahead = thread.readAhead(paths);
  await delivered(thread);
  const read = paths.map((file) => ahead.take(file));
  expect(read).toEqual(paths.map((file) => readListedNote(runtime, vaultConfig({ root }), file)));
  expect(read).toHaveLength(NOTES + 14);
  expect(read).not.toContain(null);
});

test('a thread reads the same names as the main thread', async () => {
  fs.writeFileSync(path.join(root, 'atoms/named.md'), '---\nid: x\nname: Named\naliases: [One, Two]\n---\n');
  const paths = pathsOf(await openStore());
  const reading = { ...vaultConfig({ root }), part: 'names' as const };
  const thread = new VaultThread(runtime, reading, { least: 1 });
  onTestFinished(() => thread.close());
  const ahead = thread.readAhead(paths);
  await delivered(thread);
  expect(paths.map((file) => ahead.take(file))).toEqual(paths.map((file) => readListedNote(runtime, reading, file)));
});

test('a thread plans links from the heads of cached notes', async () => {
  await (await openStore()).writeIndexes();
  const store = await openStore();
  const notes = [...store.index.known()];
  const thread = threadOf();
  const take = thread.planLinks(notes);
  await delivered(thread);
  expect(notes.map((note) => take(note))).toEqual(notes.map((note) => planLinks({ runtime, config: { root }, store }, note)));
});

test('a store that a thread helped to read equals one without a thread', async () => {
  const [alone, helped] = [await openStore(), await openStore({ thread: threadOf() })];
  expect([...helped.index.notes()]).toEqual([...alone.index.notes()]);
  expect(helped.problems).toEqual(alone.problems);
});

test('a thread reads nothing through a symlink that replaces a folder', async () => {
  const paths = pathsOf(await openStore());
  const elsewhere = path.join(path.dirname(root), 'elsewhere');
  fs.renameSync(path.join(root, 'atoms'), elsewhere);
  fs.symlinkSync(elsewhere, path.join(root, 'atoms'));
  const thread = threadOf();
  const ahead = thread.readAhead(paths);
  await delivered(thread);
  const read = paths.filter((file) => ahead.take(file) !== null);
  expect(read).toEqual(paths.filter((file) => !file.startsWith('atoms/')));
  expect(read.length).toBeGreaterThan(0);
});

test('the notes of a folder that is replaced while the thread reads are not in the store', async () => {
  const elsewhere = path.join(path.dirname(root), 'elsewhere');
  const thread = threadOf();
  const replacing = {
    readAhead: (paths: readonly string[]) => {
      const ahead = thread.readAhead(paths);
      return {
        take: (file: string) => {
          const read = ahead.take(file);
          if (!file.startsWith('atoms/')) return read;
          if (!fs.existsSync(elsewhere)) {
            fs.renameSync(path.join(root, 'people'), elsewhere);
            fs.symlinkSync(elsewhere, path.join(root, 'people'));
          }
          return read;
        },
      };
    },
  };
  const store = await VaultStore.open(runtime, vaultConfig({ root }), { thread: replacing });
  onTestFinished(() => store.close());
  expect(pathsOf(store).filter((file) => file.startsWith('people/'))).toEqual([]);
  expect(store.links.map(({ path: file }) => file)).toEqual(['people']);
});

test('a thread plans the same links and finds the same pairs as the main thread', async () => {
  const store = await openStore();
  const notes = [...store.index.notes()];
  const thread = threadOf();
  const take = thread.planLinks(notes);
  expect(await thread.shortPairs(notes)).toEqual(findSimilarPairs(notes));
  const plans = notes.map((note) => take(note));
  expect(plans).toEqual(notes.map((note) => planLinks({ runtime, config: { root }, store }, note)));
  expect(plans.filter((plan) => plan?.changed)).not.toHaveLength(0);
});

test('a thread finds the same dead links to parts as the main thread, and helps with few notes once it runs', async () => {
  const store = await openStore();
  const links = ['Why', 'No such part'].map((heading) => ({ heading, kind: 'wikilink' as const }));
  fs.appendFileSync(path.join(root, pathsOf(store)[0] ?? ''), '\n## Why\n');
  const notes = [...store.index.notes()].map(({ path: place, file }) => ({ path: place, file, hasProblems: false, links }));
  const thread = threadOf({ least: NOTES });
  thread.readAhead(pathsOf(store));
  await delivered(thread);
  const take = thread.deadParts(notes.slice(0, 2));
  await delivered(thread);
  const dead = notes.slice(0, 2).map((note) => take(note));
  expect(dead).toEqual(notes.slice(0, 2).map((note) => deadParts(runtime, root, note)));
  expect(dead).toEqual([[1], expect.arrayContaining([1])]);
});

test.each([
  ['cannot be started', () => threadOf({ folder: temporaryFolder() })],
  ['ends at once', () => threadOf({ folder: endingThread() })],
  ['is not worth it', () => threadOf({ least: NOTES * 2 })],
  ['would have another file system', () => threadOf({}, { ...nodeFileSystem })],
])('the main thread does all work if a thread %s', async (_, make) => {
  const thread = make();
  const [alone, helped] = [await openStore(), await openStore({ thread })];
  const notes = [...alone.index.notes()];
  expect([...helped.index.notes()]).toEqual(notes);
  const take = thread.planLinks(notes);
  expect(notes.map((note) => take(note))).toEqual(notes.map(() => undefined));
  expect(await thread.shortPairs(notes)).toEqual(findSimilarPairs(notes));
});

/** Creates the folder of a worker that claims a batch and exits. */
function endingThread(): string {
  const folder = temporaryFolder();
  const program = `require('node:worker_threads').parentPort.on('message', ({ a: [, claims] }) => {
    if (claims !== undefined) Atomics.add(new Int32Array(claims), 0, 1);
    process.exit();
  });`;
  fs.writeFileSync(path.join(folder, 'vault-worker.cjs'), program);
  return folder;
}
