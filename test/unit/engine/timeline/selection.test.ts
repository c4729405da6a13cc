import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../../src/engine/crtx/store-life.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { TimelineQuery } from '../../../../src/engine/timeline/query.ts';
import type { TimelineSelection } from '../../../../src/engine/timeline/selection.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { entryOf, ids, makeProject, type Project } from './make.ts';

const runtime = nodeRuntime();
/** A dozen entries are enough to roll. */
const LIMITS = { rollBytes: 3_000, keepBytes: 1_000, archiveBytes: 1_500 };

const name = (n: number) => `e${String(n).padStart(3, '0')}`;
const entry = (n: number, more: Partial<TimelineEntry> = {}) => entryOf(name(n), { timestamp: 1_000 + n, ...more });
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => name(from - n));
const all = (selection: TimelineSelection) => ids(selection.rows(0, selection.total));

async function withRolled(work: (store: TimelineStore, project: Project) => Promise<void>): Promise<void> {
  const project = await makeProject();
  const use = async (each: (store: TimelineStore) => Promise<unknown>) =>
    useStore(await TimelineStore.open(runtime, project.root, LIMITS), each);
  // Closing a timeline rolls old entries into archives.
  await use((store) => store.recordAll(Array.from({ length: 60 }, (_, n) => entry(n, { agentId: n % 2 === 0 ? 'ada' : 'bob' }))));
  await use((store) => work(store, project));
}

test('any part of a selection can be read without the rest', async () => {
  await withRolled(async (store, { root }) => {
    const selection = await store.select({});
    expect(selection.total).toBe(60);
    expect(ids(selection.rows(57, 10))).toEqual(['e002', 'e001', 'e000']);
    expect(ids(selection.rows(20, 3))).toEqual(['e039', 'e038', 'e037']);
    expect([...selection.rows(60, 1), ...selection.rows(5, 0)]).toEqual([]);
    expect(all(selection)).toEqual(down(59, 0));
    selection.close();
    const archives = path.join(root, '.cortex/archive');
    const [oldest = ''] = fs.readdirSync(archives).sort();
    const fresh = await store.select({});
    fs.appendFileSync(path.join(archives, oldest), ' ');
    // This archive was not opened yet. Newer rows are read without it.
    expect(ids(fresh.rows(0, 20))).toEqual(down(59, 40));
    expect(() => fresh.rows(58, 2)).toThrow(expect.objectContaining({ code: 'busy' }));
    fresh.close();
  });
});

test('new entries are merged into the previous selection at their position', async () => {
  await withRolled(async (store) => {
    const query: TimelineQuery = { agent: 'ada' };
    let selection = await store.select(query);
    expect(all(selection)).toEqual(down(59, 0).filter((_, n) => n % 2 === 1));
    await store.recordAll([entry(60), entry(61, { agentId: 'bob' }), entry(70, { timestamp: 1_010 })]);
    selection = await store.select(query, { before: selection });
    expect(selection.total).toBe(32);
    expect(ids(selection.rows(0, 2))).toEqual(['e060', 'e058']);
    expect(ids(selection.rows(25, 3))).toEqual(['e070', 'e010', 'e008']);
    await store.recordAll(Array.from({ length: 40 }, (_, n) => entry(100 + n)));
    selection = await store.select(query, { before: selection });
    expect(all(selection)).toEqual(ids((await store.query(query, { limit: 1_000 })).entries));
    expect(selection.total).toBe(72);
    selection.close();
  });
});

test('a new selection includes new outcomes of archived entries', async () => {
  await withRolled(async (store) => {
    const [ended, words]: [TimelineQuery, TimelineQuery] = [{ outcome: 'success' }, { text: 'very well' }];
    const before = [await store.select(ended), await store.select(words)];
    expect(before.map(({ total }) => total)).toEqual([0, 0]);
    await store.resolve(name(3), 'success', 'Very well');
    for (const [n, query] of [ended, words].entries()) {
      const selection = await store.select(query, { before: before[n] });
      expect(all(selection)).toEqual(['e003']);
      selection.close();
    }
  });
});

test('partial results can be read during a search, and an aborted search ends', async () => {
  await withRolled(async (store) => {
    const seen: number[] = [];
    const onMore = (found: TimelineSelection) => seen.push(found.rows(0, found.total).length);
    const selection = await store.select({ text: 'did e0' }, { onMore });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect([seen.at(-1), selection.total]).toEqual([60, 60]);
    selection.close();
    const { signal, abort } = { signal: new AbortController(), abort: 'another question' };
    const late = store.select({ text: 'did' }, { signal: signal.signal, onMore: () => signal.abort(abort) });
    await expect(late).rejects.toMatchObject({ code: 'busy', cause: abort });
  });
});
