import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCortexFile } from '../../../../src/engine/crtx/format.ts';
import { renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../../src/engine/crtx/store-life.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { entryOf, ids, makeProject, type Project } from './make.ts';

const runtime = nodeRuntime();
/** A dozen entries are enough to roll. */
const LIMITS = { rollBytes: 3_000, keepBytes: 1_000, archiveBytes: 1_500 };
const ALL = { limit: 1_000 };

const use = async <T>({ root }: Project, work: (store: TimelineStore) => Promise<T>) =>
  useStore(await TimelineStore.open(runtime, root, LIMITS), work);
const all = (project: Project) => use(project, async (store) => ids((await store.query({}, ALL)).entries));
const folder = ({ root }: Project) => path.join(root, '.cortex/archive');
const archives = (project: Project) => (fs.existsSync(folder(project)) ? fs.readdirSync(folder(project)).sort() : []);

/** Returns the entries of an archive, parsed by the rules of the seed only. */
function archived(project: Project, name: string): TimelineEntry[] {
  const file = path.join(folder(project), name);
  const parsed = parseCortexFile(fs.readFileSync(file, 'utf8'), file, 'timeline');
  if (!parsed.ok) throw parsed.error;
  expect(parsed.warnings).toEqual([]);
  return parsed.value.data;
}

const name = (n: number) => `e${String(n).padStart(3, '0')}`;
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => name(from + index));
const newestFirst = (from: number, to: number) => names(from, to).reverse();
const entry = (n: number, more: Partial<TimelineEntry> = {}) => entryOf(name(n), { timestamp: 1_000 + n, ...more });

/** Creates a project with entries 0 to 59, most of them in archives. */
async function rolled(more: (n: number) => Partial<TimelineEntry> = () => ({})): Promise<Project> {
  const project = await makeProject();
  await use(project, (store) => store.recordAll(Array.from({ length: 60 }, (_, n) => entry(n, more(n)))));
  expect(archives(project).length).toBeGreaterThan(2);
  return project;
}

describe('a timeline with copies of an entry at different times', () => {
  const write = (project: Project, file: string, ...entries: TimelineEntry[]) => {
    fs.mkdirSync(folder(project), { recursive: true });
    fs.writeFileSync(path.join(folder(project), file), renderCortexFile('timeline', 'shop', entries, { created: 1, updated: 2 }));
  };
  const copy = (timestamp: number, more: Partial<TimelineEntry> = {}) => entryOf('same', { timestamp, ...more });

  test('shows one row, at the earliest time, with the merged content', async () => {
    const project = await makeProject();
    write(project, 'timeline-1000-1000-00000001.crtx', copy(1_000, { action: 'first copy' }));
    write(project, 'timeline-2000-2000-00000002.crtx', copy(2_000, { action: 'second copy', outcome: 'success' }), entry(1_000));
    const whole = copy(1_000, { action: 'first copy', outcome: 'success' });
    await use(project, async (store) => {
      expect((await store.query({}, ALL)).entries).toEqual([entry(1_000), whole]);
      expect((await store.query({ outcome: 'success' }, ALL)).entries).toEqual([whole]);
      expect((await store.query({ outcome: 'pending' }, ALL)).entries).toEqual([entry(1_000)]);
      expect((await store.query({ until: 1_500 }, ALL)).entries).toEqual([whole]);
      expect((await store.query({ since: 1_500 }, ALL)).entries).toEqual([entry(1_000)]);
      const { entries, next } = await store.query({}, { limit: 1 });
      expect(entries).toEqual([entry(1_000)]);
      expect((await store.query({}, { limit: 1, cursor: next ?? '' })).entries).toEqual([whole]);
      await store.resolve('same', 'abandoned');
    });
    await use(project, async (store) => {
      expect((await store.query({}, ALL)).entries).toEqual([entry(1_000), { ...whole, outcome: 'abandoned' }]);
      const selection = await store.select({});
      expect(selection.rows(0, 9)).toHaveLength(2);
      selection.close();
    });
  });

  test('shows one row in a clone, also if the first copy is read after another', async () => {
    const project = await rolled();
    const [first = ''] = archives(project);
    write(project, 'timeline-9000-9000-00000001.crtx', ...names(0, 3).map((id, n) => entry(n, { id, timestamp: 9_000 })));
    project.removeLog();
    expect(archives(project).indexOf(first)).toBe(0);
    expect(await all(project)).toEqual(newestFirst(0, 60));
  });

  test('shows one row if another copy is in timeline.crtx, also when that rolls', async () => {
    const project = await makeProject();
    write(project, 'early.crtx', copy(500));
    await use(project, (store) => store.recordAll([copy(1_030, { outcome: 'failure' })]));
    const whole = copy(500, { outcome: 'failure' });
    expect(await use(project, async (store) => (await store.query({}, ALL)).entries)).toEqual([whole]);
    await use(project, (store) => store.recordAll(Array.from({ length: 60 }, (_, n) => entry(n))));
    expect(await use(project, async (store) => (await store.query({}, ALL)).entries.at(-1))).toEqual(whole);
    expect(await all(project)).toEqual([...newestFirst(0, 60), 'same']);
    expect(archives(project).filter((each) => ids(archived(project, each)).includes('same'))).toEqual(['early.crtx']);
  });

  test('reads only the id columns of archives without common ids', async () => {
    const project = await rolled();
    const read: string[] = [];
    await all(project);
    const openSync: typeof runtime.fs.openSync = (file, ...more) => {
      read.push(path.basename(file));
      return runtime.fs.openSync(file, ...more);
    };
    const readSync: typeof runtime.fs.readSync = (...asked) => {
      const count = runtime.fs.readSync(...asked);
      bytes += count;
      return count;
    };
    let bytes = 0;
    await useStore(
      await TimelineStore.open({ ...runtime, fs: { ...runtime.fs, openSync, readSync } }, project.root, LIMITS),
      async (store) => {
        [read.length, bytes] = [0, 0];
        await store.query({}, { limit: project.published().length + 1 });
      },
    );
    expect(read.filter((each) => archives(project).includes(each))).toEqual(archives(project).slice(-1));
    const whole = archives(project).map(
      (each) => fs.statSync(path.join(project.root, '.cortex/.local/timeline/index', `${each}.idx`)).size,
    );
    expect(bytes).toBeLessThan(whole.reduce((sum, size) => sum + size));
  });
});
