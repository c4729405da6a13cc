import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCortexFile } from '../../../../src/engine/crtx/format.ts';
import { renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../../src/engine/crtx/store-life.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { encodeCursor } from '../../../../src/engine/timeline/query.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { entryOf, ids, makeProject, type Project } from './make.ts';

const runtime = nodeRuntime();
/** A dozen entries are enough to roll. */
const LIMITS = { rollBytes: 3_000, keepBytes: 1_000, archiveBytes: 1_500 };
const ALL = { limit: 1_000 };

const use = async <T>({ root }: Project, work: (store: TimelineStore) => Promise<T>) =>
  useStore(await TimelineStore.open(runtime, root, LIMITS), work);
const all = (project: Project) => use(project, async (store) => ids((await store.query({}, ALL)).entries));
const find = (project: Project, id: string) => use(project, (store) => store.find(id));
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

describe('a large timeline', () => {
  test('keeps its newest entries in timeline.crtx and each other entry once in a readable archive', async () => {
    const project = await rolled();
    const inArchives = archives(project).flatMap((each) => ids(archived(project, each)));
    const current = ids(project.published());
    expect([...inArchives, ...current]).toEqual(names(0, 60));
    expect(current.length).toBeGreaterThan(1);
    expect(current.length).toBeLessThan(20);
    expect(await all(project)).toEqual(newestFirst(0, 60));
  });

  test('drops archived entries from its log', async () => {
    const project = await rolled();
    await use(project, async (store) => {
      expect(store.size).toBe(project.published().length);
      expect(store.get(name(0))).toBeUndefined();
      expect(await store.find(name(0))).toEqual(entry(0));
    });
  });

  test('is read and continued by a clone without a log', async () => {
    const project = await rolled();
    project.removeLog();
    expect(await all(project)).toEqual(newestFirst(0, 60));
    await use(project, (store) => store.recordAll(Array.from({ length: 40 }, (_, n) => entry(60 + n))));
    expect(await all(project)).toEqual(newestFirst(0, 100));
  });

  test('is listed in a clone from the newest archive on, only as far as requested', async () => {
    const project = await rolled();
    const written = archives(project);
    const current = project.published().length;
    project.removeLog();
    const indexed = () =>
      fs.readdirSync(path.join(project.root, '.cortex/.local/timeline/index')).map((file) => file.replace(/\.idx$/, ''));
    await use(project, async (store) => {
      const first = await store.query({}, { limit: current + 1 });
      expect(ids(first.entries)).toEqual(newestFirst(59 - current, 60));
      expect(indexed()).toEqual(written.slice(-1));
      const second = await store.query({}, { limit: 59 - current, cursor: first.next ?? '' });
      expect(ids(second.entries)).toEqual(newestFirst(0, 59 - current));
      expect(indexed().sort()).toEqual(written);
    });
    project.removeLog();
    await use(project, async (store) => {
      const cursor = encodeCursor(entry(3));
      expect(ids((await store.query({}, { limit: 2, cursor })).entries)).toEqual(newestFirst(1, 3));
      expect(indexed()).toEqual(written.slice(0, 1));
    });
  });

  test('skips an unreadable archive, and reports it', async () => {
    const project = await rolled();
    const last = archives(project).at(-1) ?? '';
    const lost = new Set(ids(archived(project, last)));
    fs.writeFileSync(path.join(folder(project), last), 'broken');
    project.removeLog();
    await use(project, async (store) => {
      expect(ids((await store.query({}, ALL)).entries)).toEqual(newestFirst(0, 60).filter((id) => !lost.has(id)));
      expect(store.problems).toEqual([expect.stringContaining(last)]);
    });
  });

  test('counts an entry in both timeline.crtx and an archive once, and does not archive it again', async () => {
    const project = await makeProject();
    const entries = Array.from({ length: 19 }, (_, n) => entry(n));
    fs.mkdirSync(folder(project));
    const stray = renderCortexFile('timeline', 'shop', entries.slice(0, 6), { created: 1, updated: 2 });
    fs.writeFileSync(path.join(folder(project), 'timeline-1000-1005-00000000.crtx'), stray);
    await use(project, (store) => store.recordAll(entries));
    expect(await all(project)).toEqual(newestFirst(0, 19));
    await use(project, (store) => store.recordAll([entry(19)]));
    const inArchives = archives(project).flatMap((each) => ids(archived(project, each)));
    expect(new Set(inArchives).size).toBe(inArchives.length);
    expect([...inArchives, ...ids(project.published())].sort()).toEqual(names(0, 20));
    expect(await all(project)).toEqual(newestFirst(0, 20));
  });

  test('keeps the outcome of an already archived entry when it rolls', async () => {
    const project = await makeProject();
    fs.mkdirSync(folder(project));
    const stray = renderCortexFile('timeline', 'shop', [entry(0), entry(1)], { created: 1, updated: 2 });
    fs.writeFileSync(path.join(folder(project), 'stray.crtx'), stray);
    const entries = Array.from({ length: 14 }, (_, n) => entry(n));
    await use(project, async (store) => {
      await store.recordAll(entries);
      expect(ids((await store.query({}, ALL)).entries)).toEqual(newestFirst(0, 14));
      await store.resolve(name(1), 'failure', 'red');
      await store.recordAll(Array.from({ length: 6 }, (_, n) => entry(14 + n)));
    });
    expect(ids(project.published())).not.toContain(name(1));
    expect(archived(project, 'stray.crtx')).toEqual([entry(0), entry(1, { outcome: 'failure', outcomeDetail: 'red' })]);
    expect(await find(project, name(1))).toMatchObject({ outcome: 'failure', outcomeDetail: 'red' });
  });

  test('merges the archives of two clones that rolled the same entries', async () => {
    const project = await makeProject();
    fs.mkdirSync(folder(project));
    const put = (file: string, entries: TimelineEntry[]) =>
      fs.writeFileSync(path.join(folder(project), file), renderCortexFile('timeline', 'shop', entries, { created: 1, updated: 2 }));
    put('a.crtx', [entry(0), entry(1), entry(2, { outcome: 'failure', outcomeDetail: 'red' }), entry(3)]);
    put('b.crtx', [entry(2), entry(3, { outcome: 'success', children: ['x'] }), entry(4)]);
    expect(await all(project)).toEqual(newestFirst(0, 5));
    await use(project, async (store) => {
      const found = async (query: Parameters<typeof store.query>[0]) => ids((await store.query(query, ALL)).entries);
      expect(await store.find(name(3))).toEqual(entry(3, { outcome: 'success', children: ['x'] }));
      expect(await found({ outcome: 'failure' })).toEqual([name(2)]);
      expect(await found({ outcome: 'pending' })).toEqual([name(4), name(1), name(0)]);
      expect(await found({ text: 'red' })).toEqual([name(2)]);
    });
  });

  test('does not count an entry that is recorded again after it was archived', async () => {
    const project = await rolled();
    await use(project, async (store) => {
      await store.resolve(name(3), 'success');
      expect(await store.recordAll([entry(3)])).toEqual([entry(3, { outcome: 'success' })]);
      expect(store.get(name(3))).toBeUndefined();
    });
    expect(await all(project)).toEqual(newestFirst(0, 60));
  });

  test('restores archives that a checkout removed, and shows them meanwhile', async () => {
    const project = await rolled();
    const before = archives(project);
    fs.rmSync(folder(project), { recursive: true });
    expect(await all(project)).toEqual(newestFirst(0, 60));
    await use(project, (store) => store.flush());
    expect(archives(project)).toEqual(before);
  });

  test('is not rolled by readers', async () => {
    const project = await makeProject();
    const text = renderCortexFile(
      'timeline',
      'shop',
      Array.from({ length: 60 }, (_, n) => entry(n)),
      { created: 1, updated: 2 },
    );
    fs.writeFileSync(project.file, text);
    expect(await all(project)).toEqual(newestFirst(0, 60));
    expect(archives(project)).toEqual([]);
    await use(project, (store) => store.recordAll([entry(60)]));
    expect(archives(project).length).toBeGreaterThan(2);
  });

  test('rolls an entry of the maximum size', async () => {
    const project = await makeProject();
    const large = entry(0, { reasoning: 'x'.repeat(1_000_000) });
    await use(project, (store) => store.recordAll([large, entry(1)]));
    expect(archives(project)).toHaveLength(1);
    expect(await find(project, name(0))).toEqual(large);
    expect(ids(project.published())).toEqual([name(1)]);
  });
});

describe('the outcome or child of an archived entry', () => {
  test('is visible at once, also to others, and is then written to its archive', async () => {
    const project = await rolled();
    await use(project, async (store) => {
      const ended = entry(2, { outcome: 'failure', outcomeDetail: 'red' });
      expect(await store.resolve(name(2), 'failure', 'red')).toEqual(ended);
      await use(project, async (other) => {
        expect(await other.find(name(2))).toEqual(ended);
        expect(ids((await other.query({ outcome: 'failure' }, ALL)).entries)).toEqual([name(2)]);
        expect(ids((await other.query({ text: 'RED' }, ALL)).entries)).toEqual([name(2)]);
      });
    });
    const inArchives = archives(project).flatMap((each) => archived(project, each));
    expect(inArchives.find(({ id }) => id === name(2))).toEqual(entry(2, { outcome: 'failure', outcomeDetail: 'red' }));
    project.removeLog();
    expect(await find(project, name(2))).toMatchObject({ outcome: 'failure', outcomeDetail: 'red' });
  });

  test('is shown as soon as the child is recorded, and after the child is archived', async () => {
    const project = await rolled();
    await use(project, (store) => store.recordAll([entry(60, { parent: name(1) })]));
    expect(await find(project, name(1))).toEqual(entry(1, { children: [name(60)] }));
    await use(project, (store) => store.recordAll(Array.from({ length: 30 }, (_, n) => entry(61 + n))));
    expect(ids(project.published())).not.toContain(name(60));
    expect(await find(project, name(1))).toEqual(entry(1, { children: [name(60)] }));
    const inArchives = archives(project).flatMap((each) => archived(project, each));
    expect(inArchives.find(({ id }) => id === name(1))?.children).toEqual([name(60)]);
  });

  test('applies to a parent recorded after its child was archived', async () => {
    const project = await rolled((n) => (n === 4 ? { parent: 'late' } : {}));
    await use(project, (store) => store.recordAll([entryOf('late', { timestamp: 2_000 })]));
    expect(await find(project, 'late')).toMatchObject({ children: [name(4)] });
  });

  test.each([
    ['current', 59],
    ['archived', 2],
  ])('is not overwritten if changed since it was read, for an entry that is %s', async (_, n) => {
    const project = await rolled();
    await use(project, (store) => store.resolve(name(n), 'failure', 'red', 'pending'));
    const late = use(project, (store) => store.resolve(name(n), 'success', 'green', 'pending'));
    await expect(late).rejects.toMatchObject({ code: 'busy', data: { value: 'failure' } });
    expect(await find(project, name(n))).toMatchObject({ outcome: 'failure', outcomeDetail: 'red' });
    await use(project, (store) => store.resolve(name(n), 'success', 'green', 'failure'));
    expect(await find(project, name(n))).toMatchObject({ outcome: 'success', outcomeDetail: 'green' });
  });

  test('is rejected for an unknown entry', async () => {
    const project = await rolled();
    await expect(use(project, (store) => store.resolve('nobody', 'success'))).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is adopted from a timeline.crtx older than the roll', async () => {
    const project = await makeProject();
    await use(project, (store) => store.recordAll(Array.from({ length: 8 }, (_, n) => entry(n))));
    const old = JSON.parse(fs.readFileSync(project.file, 'utf8'));
    await use(project, (store) => store.recordAll(Array.from({ length: 30 }, (_, n) => entry(8 + n))));
    old.data[0].outcome = 'abandoned';
    fs.writeFileSync(project.file, JSON.stringify(old));
    expect(await find(project, name(0))).toMatchObject({ outcome: 'abandoned' });
    expect(await all(project)).toEqual(newestFirst(0, 38));
  });
});

describe('an index', () => {
  const indexes = ({ root }: Project) => {
    const directory = path.join(root, '.cortex/.local/timeline/index');
    return fs.readdirSync(directory).map((each) => path.join(directory, each));
  };

  test.each([
    ['missing', (file: string) => fs.rmSync(file)],
    ['empty', (file: string) => fs.truncateSync(file, 0)],
    ['cut in its header', (file: string) => fs.truncateSync(file, 100)],
    ['cut in its columns', (file: string) => fs.truncateSync(file, fs.statSync(file).size - 3)],
    [
      'spoilt in its columns',
      (file: string) => {
        const bytes = fs.readFileSync(file);
        bytes.fill(0xaa, 600);
        fs.writeFileSync(file, bytes);
      },
    ],
  ])('that is %s is rebuilt', async (_, spoil) => {
    const project = await rolled();
    await all(project);
    expect(indexes(project).length).toBe(archives(project).length);
    for (const file of indexes(project)) spoil(file);
    expect(await all(project)).toEqual(newestFirst(0, 60));
    expect(await find(project, name(5))).toEqual(entry(5));
  });

  test('does not hide manual edits of an archive', async () => {
    const project = await rolled();
    const [first = ''] = archives(project);
    const file = path.join(folder(project), first);
    const value = JSON.parse(fs.readFileSync(file, 'utf8'));
    value.data[1].outcome = 'success';
    value.data.splice(2, 0, entryOf('by hand', { timestamp: 1_001, context: { files: ['src/hand.ts'], state: {} } }));
    fs.writeFileSync(file, JSON.stringify(value));
    expect(await find(project, name(1))).toMatchObject({ outcome: 'success' });
    const found = await use(project, (store) => store.query({ file: 'src/' }, ALL));
    expect(ids(found.entries)).toEqual(['by hand']);
  });

  test('is rebuilt for an open store when another process writes the archive', async () => {
    const project = await rolled();
    await use(project, async (store) => {
      expect(await store.find(name(2))).toEqual(entry(2));
      await use(project, (other) => other.resolve(name(2), 'success'));
      await store.refresh();
      expect(await store.find(name(2))).toEqual(entry(2, { outcome: 'success' }));
      expect(await store.find(name(3))).toEqual(entry(3));
    });
  });

  test('of an unreadable archive is not created; the error is reported, and the others are read', async () => {
    const project = await rolled();
    const [first = ''] = archives(project);
    const lost = ids(archived(project, first));
    const text = fs.readFileSync(path.join(folder(project), first), 'utf8');
    fs.writeFileSync(path.join(folder(project), first), text.slice(0, -40));
    await use(project, async (store) => {
      const { entries } = await store.query({}, ALL);
      expect(ids(entries)).toEqual(newestFirst(0, 60).filter((id) => !lost.includes(id)));
      expect(store.problems).toEqual([expect.stringContaining(first)]);
    });
    expect(fs.readFileSync(path.join(folder(project), first), 'utf8')).toBe(text.slice(0, -40));
  });
});

describe('a query', () => {
  test('pages through entries with equal times without duplicates, also while they roll', async () => {
    const project = await makeProject();
    const shared = Array.from({ length: 40 }, (_, n) => entry(n, { timestamp: 1_000 + Math.floor(n / 10) }));
    await use(project, async (store) => {
      await store.recordAll(shared);
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.query({}, { limit: 3, cursor });
        found.push(...ids(page.entries));
        if (page.next === null) break;
        cursor = page.next;
        await store.recordAll([entry(100 + found.length, { timestamp: 2_000 })]);
      }
      expect(found).toEqual(newestFirst(0, 40));
    });
  });

  test('can be cancelled, with the reason', async () => {
    const project = await rolled();
    await use(project, async (store) => {
      const aborted = new AbortController();
      const running = store.query({ text: 'nobody has written this' }, { ...ALL, signal: aborted.signal });
      aborted.abort(new Error('enough'));
      await expect(running).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('cancelled'),
        cause: { message: 'enough' },
      });
      expect((await store.query({ text: 'did e00' }, { ...ALL, signal: new AbortController().signal })).entries).toHaveLength(10);
    });
  });

  test('finds words regardless of case and JSON escapes', async () => {
    const project = await makeProject();
    fs.mkdirSync(folder(project));
    const words = ['Cache', '5 \u212a', '\u0130ndex', 'say "no"', 'ГДЕ'];
    for (const [n, action] of words.entries()) {
      const text = renderCortexFile('timeline', 'shop', [entry(n, { action })], { created: 1, updated: 2 });
      fs.writeFileSync(path.join(folder(project), `${n}.crtx`), text.replace('Cache', String.raw`\u0043ache`));
    }
    await use(project, async (store) => {
      for (const [n, text] of ['cAcHe', '5 K', 'i\u0307NDEX', 'SAY "NO"', 'где'].entries()) {
        expect(ids((await store.query({ text }, ALL)).entries), text).toEqual([name(n)]);
      }
    });
  });

  test('reads only archives that may contain results', async () => {
    const project = await rolled();
    await all(project);
    const reads: string[] = [];
    const spy = {
      ...runtime,
      fs: {
        ...runtime.fs,
        openSync: (file: string, flags: number, mode?: number) => {
          if (path.dirname(file) === folder(project)) reads.push(path.basename(file));
          return runtime.fs.openSync(file, flags, mode);
        },
      },
    };
    await useStore(await TimelineStore.open(spy, project.root, LIMITS), async (store) => {
      expect((await store.query({}, { limit: 2 })).entries).toHaveLength(2);
      expect(reads).toEqual([]);
      expect((await store.query({ until: 1_001 }, ALL)).entries).toHaveLength(2);
      expect(reads).toEqual(archives(project).slice(0, 1));
      expect((await store.query({ file: 'src/none.ts' }, ALL)).entries).toEqual([]);
      expect(reads).toHaveLength(1);
    });
  });

  test('rejects an invalid cursor', async () => {
    const project = await rolled();
    const wrong = use(project, (store) => store.query({}, { limit: 1, cursor: 'WzEs' }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
