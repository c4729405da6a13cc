import fs from 'node:fs';
import path from 'node:path';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import type { DirectoryListener } from '../../src/engine/platform/watching.ts';
import { searchVault } from '../../src/engine/vault/search/search.ts';
import { WordIndex } from '../../src/engine/vault/search/word-index.ts';
import { VaultStore } from '../../src/engine/vault/store.ts';
import type { Figures } from './compare.ts';
import { quantile } from './statistics.ts';
import { timed } from './timing.ts';
import { forgetIndexes, indexObviously, todayOf, vaultAt, withVault } from './vault-project.ts';

const MEGABYTE = 1_000_000;
/** As many questions as give a 99th percentile. */
const ASKED = 200;
const A_FEW = 10;
const TOP = 20;

/** Questions about generated notes, by how many of them match: a handful, some hundreds of fifty thousand, all. */
const QUERIES = {
  'a ticket': (n: number) => `inc${1_000 + ((n * 37) % 9_000)}`,
  'one word': (n: number) => WORDS[n % WORDS.length] ?? '',
  'three words': (n: number) => [0, 3, 7].map((step) => WORDS[(n * 5 + step) % WORDS.length]).join(' '),
  'what is in every path': () => '20',
};
const WORDS = 'glossary newsletter churn drawdown vendor hedge licence cohort standup handover postmortem certificate'.split(' ');

/** A vault that has never been indexed. Milliseconds. */
async function index(runtime: Runtime, root: string): Promise<Figures> {
  forgetIndexes(root);
  let read = 0;
  const whole = await timed(async () => {
    const begun = performance.now();
    await withVault(runtime, root, (store) => {
      read = performance.now() - begun;
      return store.writeIndexes();
    });
  });
  return { 'the whole index': whole, 'all notes read': read };
}

/** The same as it is done obviously. Milliseconds. */
async function indexNaively(_runtime: Runtime, root: string): Promise<Figures> {
  forgetIndexes(root);
  const whole = await timed(async () => indexObviously(root));
  return { 'the whole index': whole };
}

/** A vault that is opened when nothing has changed since it was indexed. Milliseconds. */
async function start(runtime: Runtime, root: string): Promise<Figures> {
  await withVault(runtime, root, (store) => store.writeIndexes());
  const opened = await timed(() => withVault(runtime, root, () => undefined));
  fs.rmSync(path.join(root, '.local'), { recursive: true });
  const read = await timed(() => withVault(runtime, root, () => undefined));
  return { 'nothing has changed': opened, 'nothing is remembered': read };
}

interface Known {
  readonly store: VaultStore;
  readonly words: WordIndex;
}

function knownOf(store: VaultStore): Known {
  const words = new WordIndex();
  for (const note of store.index.notes()) words.set(note);
  return { store, words };
}

function ask({ store, words }: Known, runtime: Runtime, query: string, everyNote: boolean): void {
  const wanted = { query, projects: [], types: [], tags: [], statuses: [], hot: false, allStatuses: false, top: TOP };
  searchVault(store.index, everyNote ? null : words, wanted, { today: todayOf(runtime), config: store.config });
}

/** One note written by somebody, until links, words and notes are right again; without the time that is waited for its writer. Milliseconds. */
async function change(runtime: Runtime, root: string): Promise<Figures> {
  const listeners = new Map<string, DirectoryListener>();
  const watch = (directory: string, listener: DirectoryListener) => {
    listeners.set(directory, listener);
    return { dispose: () => undefined };
  };
  const store = await VaultStore.open({ ...runtime, sleep: async () => undefined }, vaultAt(runtime, root), { watch });
  const known = knownOf(store);
  const [note] = store.index.notes();
  if (note === undefined) throw new Error('The vault has no notes.');
  store.index.backlinks(note.path);
  const times: number[] = [];
  const file = path.join(root, note.path);
  for (let n = 0; n < ASKED; n++) {
    fs.appendFileSync(file, `See [[${note.id}]].\n`);
    times.push(await timed(() => changed(known, () => listeners.get(path.dirname(file))?.changed(path.basename(file)))));
  }
  const written: number[] = [];
  for (let n = 0; n < A_FEW; n++) {
    fs.appendFileSync(file, 'One more line.\n');
    await changed(known, () => listeners.get(path.dirname(file))?.changed(path.basename(file)));
    written.push(await timed(() => store.writeIndexes()));
  }
  await store.close();
  return {
    'half of the changes take at most': quantile(times, 0.5),
    '99 of 100 take at most': quantile(times, 0.99),
    'the JSON files after a change, half take at most': quantile(written.slice(1), 0.5),
  };
}

function changed({ store, words }: Known, happens: () => void): Promise<void> {
  return new Promise((resolve) => {
    const listening = store.onChange(({ changed: paths }) => {
      listening.dispose();
      for (const each of paths) {
        const note = store.index.get(each);
        if (note !== undefined) words.set(note);
        store.index.backlinks(each);
      }
      resolve();
    });
    happens();
  });
}

/** Questions to a vault that is open. Milliseconds. */
const query =
  (everyNote: boolean) =>
  (runtime: Runtime, root: string): Promise<Figures> =>
    withVault(runtime, root, (store) => {
      const known = knownOf(store);
      const figures: Record<string, number> = {};
      for (const [name, queryOf] of Object.entries(QUERIES)) {
        const times = Array.from({ length: everyNote ? A_FEW : ASKED }, (_, n) => {
          const begun = performance.now();
          ask(known, runtime, queryOf(n), everyNote);
          return performance.now() - begun;
        });
        figures[`${name}: half of the questions take at most`] = quantile(times, 0.5);
        figures[`${name}: 99 of 100`] = quantile(times, 0.99);
      }
      return figures;
    });

const peak = () => (process.resourceUsage().maxRSS * 1_024) / MEGABYTE;

/** What a process takes that has an open vault and has answered questions. Megabytes. */
async function memory(runtime: Runtime, root: string): Promise<Figures> {
  return withVault(runtime, root, (store) => {
    const known = knownOf(store);
    for (const queryOf of Object.values(QUERIES)) for (let n = 0; n < A_FEW; n++) ask(known, runtime, queryOf(n), false);
    const { rss, heapUsed } = process.memoryUsage();
    return {
      'the whole process, at its most': peak(),
      'the whole process, now': rss / MEGABYTE,
      'values of JavaScript': heapUsed / MEGABYTE,
    };
  });
}

/** What a process takes at its most that indexes a vault. Megabytes. */
async function indexMemory(runtime: Runtime, root: string): Promise<Figures> {
  await index(runtime, root);
  return { 'the whole process, at its most': peak() };
}

/** What a process with a vault can be asked for. */
export const vaultMeasurements = {
  index,
  'index-memory': indexMemory,
  'index-naive': indexNaively,
  start,
  change,
  query: query(false),
  'query-naive': query(true),
  memory,
};
