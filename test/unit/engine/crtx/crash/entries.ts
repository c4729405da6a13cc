import { expect } from 'vitest';
import { parseCortexFile } from '../../../../../src/engine/crtx/format.ts';
import type { TimelineEntry } from '../../../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../../../src/engine/crtx/store-life.ts';
import { uniteCopies, withChange } from '../../../../../src/engine/timeline/merging/union.ts';
import { TimelineStore } from '../../../../../src/engine/timeline/store.ts';
import type { Aftermath } from '../../../../support/crash-explorer.ts';
import { readTree } from '../../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, type SimulatedProcessOptions, simulatedRuntime } from '../../../../support/simulation.ts';
import { entryOf, ids } from '../../timeline/make.ts';
import { emptyProject, expectExplained, isPeaceful, isRepeated, later, problemsOf, type Scenario, type World } from './process.ts';

/** Eight entries are enough to roll the oldest into an archive. */
const LIMITS = { rollBytes: 1_500, keepBytes: 400, archiveBytes: 3_000 };
const FOLDER = `${ROOT}/.cortex`;
const ALL = { limit: 1_000 };

/** A confirmed operation: an entry was recorded, or its outcome. */
type Promised = { readonly entry: string } | { readonly ended: string };

interface Timelines extends World {
  /** Names of the archives at the start. */
  readonly archived: readonly string[];
  /** Ids of the entries at the start. */
  readonly known: readonly string[];
}

const name = (n: number) => `e${String(n).padStart(2, '0')}`;
const entry = (n: number, more: Partial<TimelineEntry> = {}) => entryOf(name(n), { timestamp: 1_000 + n, ...more });
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n));

async function use<T>(fs: FaultFileSystem, process: SimulatedProcessOptions, work: (store: TimelineStore) => Promise<T>): Promise<T> {
  return useStore(await TimelineStore.open(simulatedRuntime(fs, process), ROOT, LIMITS), work);
}

async function tell(store: TimelineStore, promised: Promised[], told: readonly TimelineEntry[]): Promise<void> {
  await store.recordAll(told);
  for (const { id } of told) promised.push({ entry: id });
}

async function end(store: TimelineStore, promised: Promised[], id: string): Promise<void> {
  await store.resolve(id, 'failure', 'red');
  promised.push({ ended: id });
}

/**
 * Returns the entries of each file, sorted by file name and parsed by the rules of the seed only. Each file must be valid with its
 * checksum.
 */
function published(fs: FaultFileSystem, isWanted: (file: string) => boolean): TimelineEntry[][] {
  const files = Object.entries(readTree(fs, FOLDER)).filter(
    ([file]) => !file.includes('/.local/') && file.endsWith('.crtx') && isWanted(file),
  );
  return files.sort().map(([file, text]) => {
    const parsed = parseCortexFile(text, file, file.includes('/reasoning/') ? 'reasoning' : 'timeline');
    if (!parsed.ok) throw parsed.error;
    expect(parsed.warnings).toEqual([]);
    return parsed.value.data;
  });
}

const isArchive = (file: string) => file.startsWith(`${FOLDER}/archive/`);
const archived = (fs: FaultFileSystem) => published(fs, isArchive).flatMap(ids);

/** Returns the merged timeline of the files alone: archives first, then `timeline.crtx`. The parent may be known only to the child. */
function united(fs: FaultFileSystem): TimelineEntry[] {
  const copies = new Map<string, TimelineEntry[]>();
  const all = [...published(fs, isArchive), ...published(fs, (file) => !isArchive(file))];
  for (const copy of all.flat()) copies.set(copy.id, [...(copies.get(copy.id) ?? []), copy]);
  const entries = [...copies.values()].map(uniteCopies).filter((each) => each !== undefined);
  return entries.map((each) => withChange(each, { id: each.id, children: ids(entries.filter(({ parent }) => parent === each.id)) }));
}

const byId = (list: readonly TimelineEntry[]) => Object.fromEntries(list.map((each) => [each.id, each]));

async function expectPromised(store: TimelineStore, { known }: Timelines, promised: readonly Promised[]): Promise<TimelineEntry[]> {
  const found = [...(await store.query({}, ALL)).entries];
  expect(new Set(ids(found)).size, 'no duplicates').toBe(found.length);
  expect(ids(found)).toEqual(expect.arrayContaining([...known]));
  for (const promise of promised) {
    if ('entry' in promise) expect(ids(found)).toContain(promise.entry);
    else expect(byId(found)[promise.ended], promise.ended).toMatchObject({ outcome: 'failure', outcomeDetail: 'red' });
  }
  for (const { id, parent = '' } of found) if (ids(found).includes(parent)) expect(byId(found)[parent]?.children).toContain(id);
  expect(problemsOf(store)).toEqual([]);
  return found;
}

/** Expects that the next process finds the confirmed entries and continues, and that the files match the log. */
async function verify(aftermath: Aftermath<Timelines, Promised>): Promise<void> {
  if (isRepeated(aftermath)) return;
  const { fs, context, acknowledged, error } = aftermath;
  expectExplained(error);
  const next = later(aftermath);
  const left = archived(fs);
  expect(left, 'no archive loses an entry').toEqual(expect.arrayContaining([...context.archived]));
  await use(fs, next(), async (store) => {
    await expectPromised(store, context, acknowledged);
    // An unsure caller records the entries again, and they roll again.
    await store.recordAll(entries(14));
    await store.flush();
  });
  await use(fs, next(), async (store) => {
    const found = await expectPromised(store, context, [...acknowledged, { entry: name(13) }]);
    expect(byId(united(fs)), 'the files match the log').toEqual(byId(found));
  });
  expect(archived(fs), 'no archive loses an entry').toEqual(expect.arrayContaining(left));
  expect(fs.openCount).toBe(0);
}

/** Creates a timeline of this many entries. */
async function begun(fs: FaultFileSystem, count: number): Promise<Timelines> {
  const world = emptyProject(fs);
  await use(fs, { ...world, seed: 1 }, (store) => store.recordAll(entries(count)));
  fs.syncAll();
  return { ...world, archived: archived(fs), known: ids(entries(count)) };
}

/** Records entries and outcomes. The second process continues the log and file of the first one. */
export const appending: Scenario<Timelines, Promised> = {
  setup: (fs) => begun(fs, 0),
  scenario: async (fs, promised, { time }) => {
    for (const seed of [2, 3]) {
      await use(fs, { time, seed }, async (store) => {
        await tell(store, promised, [entry(seed), entry(seed + 10, { parent: name(2) })]);
        await end(store, promised, name(seed));
      });
    }
  },
  verify,
};

/** The second entry makes the timeline roll. The first one is a child of an entry that is archived. */
export const rollover: Scenario<Timelines, Promised> = {
  setup: (fs) => begun(fs, 7),
  scenario: (fs, promised, { time }) =>
    use(fs, { time, seed: 2 }, (store) => tell(store, promised, [entry(7, { parent: name(1) }), entry(8)])),
  verify: async (aftermath) => {
    if (isPeaceful(aftermath)) expect(archived(aftermath.fs).length).toBeGreaterThan(4);
    await verify(aftermath);
  },
};

/** Resolves two archived entries, which rewrites the archive, and adds a child to a third one. */
export const republication: Scenario<Timelines, Promised> = {
  setup: (fs) => begun(fs, 9),
  scenario: (fs, promised, { time }) =>
    use(fs, { time, seed: 3 }, async (store) => {
      await end(store, promised, name(1));
      await tell(store, promised, [entry(9, { parent: name(2) })]);
      await end(store, promised, name(3));
    }),
  verify: async (aftermath) => {
    const ended = () =>
      published(aftermath.fs, isArchive)
        .flat()
        .filter(({ outcome }) => outcome === 'failure');
    if (isPeaceful(aftermath)) expect(ids(ended())).toEqual([name(1), name(3)]);
    await verify(aftermath);
  },
};
