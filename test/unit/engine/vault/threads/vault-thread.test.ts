import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { nodeFileSystem } from '../../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { identityText, toFileIdentity } from '../../../../../src/engine/vault/cache/file-identity.ts';
import { deadParts } from '../../../../../src/engine/vault/links/dead-parts.ts';
import { planLinks } from '../../../../../src/engine/vault/links/plan-links.ts';
import { readListedNote } from '../../../../../src/engine/vault/notes/note-file.ts';
import { VaultStore } from '../../../../../src/engine/vault/store.ts';
import { VaultThread, type VaultThreadOptions } from '../../../../../src/engine/vault/threads/vault-thread.ts';
import { findAlikeNotes } from '../../../../../src/engine/vault/trust/alike-notes.ts';
import { sortByAge } from '../../../../../src/engine/vault/trust/duplicate-pairs.ts';
import { writeVault } from '../../../../fixtures/vault-generator.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { vaultConfig } from '../../../../support/vault-config.ts';
import { makeNote } from '../make-note.ts';

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
  const none = { short: [], duplicates: { pairs: [], left: 0 } };
  expect(await thread.alikeNotes([])()).toEqual(none);
  expect(await thread.alikeNotes([makeNote('a.md')])()).toEqual(none);
}

async function openStore(options: { readonly thread?: VaultThread } = {}): Promise<VaultStore> {
  const store = await VaultStore.open(runtime, vaultConfig({ root }), options);
  onTestFinished(() => store.close());
  return store;
}

const identityAt = (file: string) => toFileIdentity(fs.lstatSync(path.join(root, file), { bigint: true }));
const pathsOf = (store: VaultStore) => Array.from(store.index.known(), ({ path: file }) => file);

/** Header and text that set every field of a note, with a problem. */
const FULL = `---
id: x
name: Full
type: rule
project: ops
status: review
tags: [a, b/c]
created: 2026-01-02
updated: 2026-01-03
aliases: [One]
description: All fields
confidence: 0.5
pnl_impact: -3
related: ["[[rel]]"]
supersedes: old
superseded_by: new
contradicts: other
contradictions: ["[[x]]: ann"]
cited: ["src/a.ts:1 abc"]
odd line
---
[[One#Part]] ![[Two]] \`src/a.ts\` \`src/a.ts:3\` \`src/a.ts:3-5\`
`;

test('a thread reads the same notes as the main thread', async () => {
  const full = path.join(root, 'atoms', 'full.md');
  fs.writeFileSync(full, FULL);
  fs.utimesSync(full, LONG_AGO, LONG_AGO);
  const paths = pathsOf(await openStore());
  const thread = threadOf();
  const ahead = thread.readAhead(paths);
  await delivered(thread);
  const read = paths.map((file) => ahead.take(file));
  expect(read).toEqual(paths.map((file) => readListedNote(runtime, vaultConfig({ root }), file)));
  expect(read).toHaveLength(NOTES + 15);
  const note = read.find((each) => each?.note.path === 'atoms/full.md')?.note;
  expect(note).toMatchObject({
    supersededBy: ['new'],
    confidence: 0.5,
    headingLinks: [{ heading: 'Part' }],
    problems: [{ code: 'bad-header' }],
  });
  expect(note?.citations.map(({ lastLine }) => lastLine)).toEqual([undefined, undefined, 5]);
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

/** Appends a line to a note, so that its stat differs. */
function change(file: string): void {
  fs.appendFileSync(path.join(root, file), 'More.\n');
  fs.utimesSync(path.join(root, file), LONG_AGO + 1, LONG_AGO + 1);
}

test('a thread reads the stats of notes that are files', async () => {
  const paths = pathsOf(await openStore());
  const [removed = '', linked = ''] = paths;
  fs.rmSync(path.join(root, removed));
  fs.renameSync(path.join(root, linked), path.join(root, '..', 'elsewhere.md'));
  fs.symlinkSync(path.join(root, '..', 'elsewhere.md'), path.join(root, linked));
  const thread = threadOf();
  const ahead = thread.readAhead(paths, () => true);
  await delivered(thread);
  const found = paths.map((file) => ahead.identityOf(file));
  const { index } = await openStore();
  const expected = paths.map((file) => index.knownAt(file)?.file ?? null).map((file) => file && identityText(file));
  expect(found).toEqual(expected);
  expect(found.slice(0, 3)).toEqual([null, null, expect.any(String)]);
});

test('a known note is read again only if the stat that a thread has read differs', async () => {
  await (await openStore()).writeIndexes();
  const [changed = '', ...others] = pathsOf(await openStore());
  const thread = threadOf();
  change(changed);
  // The stats are read before the store looks at the notes, so a later change is not noticed.
  const early = {
    readAhead: (notes: readonly string[], isKnown: (note: string) => boolean = () => false) => {
      const identities = new Map(notes.filter(isKnown).map((file) => [file, identityText(identityAt(file))]));
      change(others.at(-1) ?? '');
      return { ...thread.readAhead(notes.filter((note) => !isKnown(note))), identityOf: (file: string) => identities.get(file) ?? null };
    },
  };
  const store = await VaultStore.open(runtime, vaultConfig({ root }), { thread: early });
  onTestFinished(() => store.close());
  expect(store.index.get(changed)?.file).toEqual(identityAt(changed));
  expect(store.index.get(others.at(-1) ?? '')?.file).not.toEqual(identityAt(others.at(-1) ?? ''));
  await store.refresh();
  const alone = await openStore();
  expect([...store.index.notes()]).toEqual([...alone.index.notes()]);
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
        ...ahead,
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

/** Text of a note that is worth comparing, and the same with one other word. */
const TEXT = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');

test('a thread plans the same links and finds the same pairs as the main thread', async () => {
  const write = (file: string, text: string) =>
    fs.writeFileSync(path.join(root, 'atoms', file), `---\nname: Freeze\ntags: [a, b]\n${text}`);
  write('once.md', `created: 2020-01-01\n---\n${TEXT}\n`);
  write('again.md', `created: 2020-01-02\n---\n${TEXT.replace('word30', 'other')}\n`);
  write('do.md', 'description: Always deploy on Friday\n---\n');
  write('dont.md', 'description: Never deploy on Friday\n---\n');
  const store = await openStore();
  const notes = sortByAge(store.index.notes());
  const thread = threadOf();
  const take = thread.planLinks(notes);
  const alike = await thread.alikeNotes(notes)();
  expect(alike).toEqual(findAlikeNotes(runtime, root, notes));
  const endLate = thread.alikeNotes(notes);
  await delivered(thread);
  // Above, this thread searched for the duplicates; here, the other one has done everything.
  expect(await endLate()).toEqual(alike);
  expect(alike?.short).not.toHaveLength(0);
  expect(alike?.duplicates.pairs).toContainEqual(
    expect.objectContaining({ path: 'atoms/again.md', other: 'atoms/once.md', alike: 'text' }),
  );
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
  expect(await thread.alikeNotes(notes)()).toBeNull();
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
