import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../../src/engine/crtx/store-life.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { TimelineData, WindowRequest } from '../../../../src/engine/timeline/reading/messages.ts';
import { TimelineReading } from '../../../../src/engine/timeline/reading/timeline-reading.ts';
import type { TimelineWindow } from '../../../../src/engine/timeline/schemas/timeline-window.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { entryOf, makeProject, type Project } from './make.ts';

const runtime = nodeRuntime();
/** A dozen entries are enough to roll. */
const LIMITS = { rollBytes: 3_000, keepBytes: 1_000, archiveBytes: 1_500 };

const name = (n: number) => `e${String(n).padStart(3, '0')}`;
const entry = (n: number, more: Partial<TimelineEntry> = {}) => entryOf(name(n), { timestamp: 1_000 + n, ...more });
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n, { agentId: n % 2 === 0 ? 'ada' : 'bob' }));
const rowIds = ({ rows }: TimelineWindow) => rows.map(({ id }) => id);

const asked = (more: Partial<WindowRequest> = {}): WindowRequest => ({
  query: {},
  rows: { from: 0, count: 50 },
  chosen: null,
  held: false,
  ...more,
});

const tell = ({ root }: Project, told: readonly TimelineEntry[]) =>
  TimelineStore.open(runtime, root, LIMITS).then((opened) => useStore(opened, (store) => store.recordAll(told)));

async function projectOf(told: readonly TimelineEntry[]): Promise<Project> {
  const project = await makeProject();
  await tell(project, told);
  return project;
}

function readingOf({ root }: Project, read: TimelineData['read'] = 'log') {
  let told = 0;
  const reading = new TimelineReading(runtime, { root, read }, () => {
    told += 1;
  });
  /** Repeats a request until its result is complete. */
  const settled = (request: WindowRequest) =>
    waitFor('all that there is', async () => {
      const sight = await reading.look(request);
      const isWhole = !sight.isSearching && (sight.detail === null || sight.detail.precedents !== null);
      return isWhole && sight;
    });
  return { reading, settled, told: () => told };
}

/** Returns the content of every file below a folder. */
function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name: file }) => [path.join(parentPath, file), fs.readFileSync(path.join(parentPath, file), 'latin1')]),
  );
}

describe.each(['log', 'files'] as const)('TimelineReading from the %s', (read) => {
  test('returns any rows, newest first, with the results of a query', async () => {
    const { settled } = readingOf(await projectOf(entries(60)), read);
    const all = await settled(asked({ rows: { from: 57, count: 10 } }));
    expect(all).toMatchObject({ total: 60, fresh: 0, from: 57, detail: null, problems: [] });
    expect(rowIds(all)).toEqual(['e002', 'e001', 'e000']);
    expect(all.rows[0]).toEqual({
      id: 'e002',
      at: 1_002,
      agent: 'ada',
      type: 'decision',
      action: 'Did e002',
      outcome: 'pending',
      task: null,
      files: { first: [], total: 0 },
    });
    expect(await settled(asked({ query: { agent: 'bob' } }))).toMatchObject({ total: 30 });
    const words = await settled(asked({ query: { text: 'DID E03' } }));
    expect(rowIds(words)).toEqual(Array.from({ length: 10 }, (_, n) => name(39 - n)));
    expect(await settled(asked({ query: { text: 'nobody said this' } }))).toMatchObject({ total: 0, rows: [] });
  });

  test('returns the details of an entry, with its parents and children', async () => {
    const about = { files: ['src/a.ts'], task: 't1', branch: 'main', state: { tries: 2 } };
    const project = await projectOf([
      entry(0, { parent: 'gone' }),
      entry(1, { parent: 'e000', action: 'Tried a cache', context: { files: ['src/a.ts'], state: {} }, outcome: 'failure' }),
      entry(2, { parent: 'e001', context: about, refs: ['#7'], confidence: 0.5, outcome: 'success', outcomeDetail: 'It is faster' }),
      ...[3, 4].map((n) => entry(n, { parent: 'e002' })),
      ...entries(60).slice(5),
    ]);
    const { settled } = readingOf(project, read);
    const { detail } = await settled(asked({ chosen: 'e002' }));
    expect(detail).toMatchObject({
      row: { id: 'e002', task: 't1' },
      index: 57,
      reasoning: 'Because',
      outcomeDetail: 'It is faster',
      confidence: 0.5,
      branch: 'main',
      trigger: null,
      files: { first: ['src/a.ts'], total: 1 },
      refs: { first: ['#7'], total: 1 },
      state: '{\n  "tries": 2\n}',
      parents: [{ id: 'e000' }, { id: 'e001' }],
      missingParent: 'gone',
      children: { first: [{ id: 'e003' }, { id: 'e004' }], total: 2 },
    });
    expect(detail?.precedents?.[0]).toMatchObject({ id: 'e001', outcome: 'failure', why: expect.stringContaining('src/a.ts') });
    // Only earlier entries, without the entry itself.
    expect(detail?.precedents?.map(({ id }) => id)).toEqual(['e001']);
    expect(await settled(asked({ chosen: 'e002', query: { agent: 'nobody' } }))).toMatchObject({ total: 0, detail: { index: null } });
    expect(await settled(asked({ chosen: 'there is none' }))).toMatchObject({ detail: null });
  });
});

test('newest returns the latest entries of a query, updated on change', async () => {
  const project = await projectOf(entries(60));
  const { reading } = readingOf(project);
  const newest = async () => (await reading.newest({ agent: 'bob' }, 2)).map(({ id }) => id);
  expect(await newest()).toEqual(['e059', 'e057']);
  await tell(project, [entry(61, { agentId: 'bob' })]);
  expect(await newest()).toEqual(['e059', 'e057']);
  reading.changed();
  expect(await newest()).toEqual(['e061', 'e059']);
});

test('an entry that is its own ancestor ends the list of parents', async () => {
  const cycle = await projectOf([entry(1, { parent: 'e002' }), entry(2, { parent: 'e001' }), entry(3, { parent: 'e003' })]);
  const { settled } = readingOf(cycle);
  const { detail } = await settled(asked({ chosen: 'e002' }));
  expect(detail).toMatchObject({ parents: [{ id: 'e001' }], missingParent: null, children: { first: [{ id: 'e001' }] } });
  expect((await settled(asked({ chosen: 'e003' }))).detail).toMatchObject({ parents: [], missingParent: null });
});

test('new entries appear on top; held rows stay and count new entries', async () => {
  const project = await projectOf(entries(60));
  const { settled, reading } = readingOf(project);
  const rows = { from: 20, count: 2 };
  expect(rowIds(await settled(asked({ rows })))).toEqual(['e039', 'e038']);
  // Enough entries to roll the current ones into an archive.
  const fresh = Array.from({ length: 30 }, (_, n) => entry(100 + n));
  await tell(project, fresh);
  await settled(asked({ rows, held: true }));
  reading.changed();
  const told = await settled(asked({ rows, held: true }));
  expect(told).toMatchObject({ total: 60, fresh: 30 });
  expect(rowIds(told)).toEqual(['e039', 'e038']);
  await useStore(await TimelineStore.open(runtime, project.root, LIMITS), (store) => store.resolve('e038', 'success'));
  reading.changed();
  const resolved = await waitFor('the outcome', async () => {
    const sight = await reading.look(asked({ rows, held: true }));
    return sight.rows[1]?.outcome === 'success' && sight;
  });
  expect(rowIds(resolved)).toEqual(['e039', 'e038']);
  const now = await settled(asked({ rows: { from: 0, count: 1 } }));
  expect(now).toMatchObject({ total: 90, fresh: 0, rows: [{ id: 'e129' }] });
});

test('an archive that is replaced while its rows are held is read again', async () => {
  const project = await projectOf(entries(60));
  const { settled, reading } = readingOf(project);
  const rows = { from: 55, count: 5 };
  await settled(asked({ rows: { from: 0, count: 1 } }));
  const folder = path.join(project.root, '.cortex/archive');
  const [oldest = ''] = fs.readdirSync(folder).sort();
  const file = path.join(folder, oldest);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('"ada"', '"ann"'));
  const sight = await waitFor('the rows', async () => {
    reading.changed();
    const now = await settled(asked({ rows, held: true }));
    return now.rows.length === 5 && now;
  });
  expect(rowIds(sight)).toEqual(['e004', 'e003', 'e002', 'e001', 'e000']);
});

test('an unreadable file is reported beside the previous entries until it is readable', async () => {
  const project = await projectOf(entries(60));
  const { settled, reading } = readingOf(project, 'files');
  const whole = fs.readFileSync(project.file, 'utf8');
  fs.writeFileSync(project.file, whole.slice(0, -20));
  // The archives are still readable.
  const archived = await settled(asked());
  expect(archived.problems.join()).toContain('timeline.crtx');
  expect(archived.total).toBeGreaterThan(0);
  fs.writeFileSync(project.file, whole);
  reading.changed();
  expect(await settled(asked())).toMatchObject({ total: 60, problems: [] });
  fs.writeFileSync(project.file, '');
  reading.changed();
  const kept = await settled(asked({ query: { agent: 'ada' } }));
  expect(kept.total).toBe(30);
  expect(kept.problems.join()).toContain('timeline.crtx');
});

test.each(['log', 'files'] as const)(
  'if the folder of archives is a file, the rest is read from the %s, and everything once restored',
  async (read) => {
    const project = await projectOf(entries(60));
    const folder = path.join(project.root, '.cortex/archive');
    fs.renameSync(folder, `${folder}.away`);
    fs.writeFileSync(folder, '');
    const { settled, reading } = readingOf(project, read);
    const some = await settled(asked({ chosen: 'e059' }));
    expect(some.rows[0]).toMatchObject({ id: 'e059' });
    expect(some.total).toBeLessThan(60);
    expect(some.problems.join()).toContain('archive');
    await tell(project, [entry(61)]).catch(() => undefined);
    fs.rmSync(folder);
    fs.renameSync(`${folder}.away`, folder);
    reading.changed();
    const all = await settled(asked());
    expect(all.total).toBeGreaterThanOrEqual(60);
    expect(all.problems).toEqual([]);
  },
);

test('a folder of archives that is a link is reported, and not followed', async () => {
  const project = await projectOf(entries(60));
  const folder = path.join(project.root, '.cortex/archive');
  const elsewhere = temporaryFolder();
  fs.cpSync(folder, elsewhere, { recursive: true });
  fs.rmSync(folder, { recursive: true });
  fs.symlinkSync(elsewhere, folder);
  const { total, problems } = await readingOf(project, 'files').settled(asked());
  expect(total).toBeLessThan(60);
  expect(problems).toEqual([expect.stringMatching(/^[^:]*\.cortex\/archive: the path leads out of .* symbolic link.*Remove the link/)]);
});

test('precedents show their new outcomes', async () => {
  const about = { context: { files: ['a.ts'], state: {} } };
  const project = await projectOf([entry(1, about), entry(2, about)]);
  const { settled, reading } = readingOf(project);
  const before = await settled(asked({ chosen: 'e002' }));
  expect(before.detail?.precedents).toMatchObject([{ id: 'e001', outcome: 'pending' }]);
  await useStore(await TimelineStore.open(runtime, project.root, LIMITS), (store) => store.resolve('e001', 'failure'));
  reading.changed();
  await waitFor('the outcome', async () => (await reading.look(asked({ chosen: 'e002' }))).detail?.precedents?.[0]?.outcome === 'failure');
});

test('long names are complete, repeated values are unique, and missing ancestors are indicated', async () => {
  const [agentId, task] = ['a'.repeat(2_000), 't'.repeat(2_000)];
  const chain = Array.from({ length: 60 }, (_, n) => entry(n, { ...(n > 0 && { parent: name(n - 1) }) }));
  const twice = { context: { files: ['a.ts', 'a.ts'], task, state: {} }, refs: ['#1', '#1'], children: ['e001', 'e001'] };
  const { settled } = readingOf(await projectOf([...chain, entry(100, { ...twice, agentId })]));
  const { detail } = await settled(asked({ chosen: 'e100' }));
  expect(detail).toMatchObject({ agent: agentId, task, files: { first: ['a.ts'], total: 1 }, refs: { first: ['#1'] } });
  expect(detail?.children).toMatchObject({ first: [{ id: 'e001' }], total: 1 });
  expect(await settled(asked({ query: { agent: agentId, task } }))).toMatchObject({ total: 1 });
  const last = (await settled(asked({ chosen: 'e059' }))).detail;
  expect(last).toMatchObject({ hasMoreParents: true, missingParent: null });
  expect(last?.parents).toHaveLength(50);
});

test('an unreadable archive is reported with its name, and the rest is shown', async () => {
  const project = await projectOf(entries(60));
  const folder = path.join(project.root, '.cortex/archive');
  const [oldest = ''] = fs.readdirSync(folder).sort();
  fs.writeFileSync(path.join(folder, oldest), '{');
  const sight = await readingOf(project, 'files').settled(asked());
  expect(sight.total).toBeLessThan(60);
  expect(sight.problems.join()).toContain(oldest);
});

test('reading from files writes nothing, also with archives and another .local', async () => {
  const project = await projectOf(entries(60));
  const before = contentOf(project.root);
  const { settled } = readingOf(project, 'files');
  await settled(asked({ chosen: 'e010', query: { text: 'did' } }));
  expect(contentOf(project.root)).toEqual(before);
  project.removeLog();
  const without = contentOf(project.root);
  await readingOf(project, 'files').settled(asked({ chosen: 'e010' }));
  expect(contentOf(project.root)).toEqual(without);
});

test('long texts are truncated, and names of Object.prototype are ordinary ids', async () => {
  const long = 'x'.repeat(100_000);
  const id = '__proto__';
  const files = Array.from({ length: 300 }, (_, n) => `f${n}`);
  const told = entryOf(id, { action: long, reasoning: long, context: { files, state: { long } }, children: ['constructor'] });
  const { settled } = readingOf(await projectOf([told]));
  const { rows, detail } = await settled(asked({ chosen: id }));
  expect(rows[0]).toMatchObject({ id, files: { first: ['f0', 'f1', 'f2'], total: 300 } });
  expect(rows[0]?.action).toHaveLength(300);
  expect(detail?.reasoning).toHaveLength(20_000);
  expect(detail?.state).toHaveLength(20_000);
  expect(detail).toMatchObject({ files: { total: 300 }, children: { first: [], total: 0 } });
  expect(detail?.files.first).toHaveLength(200);
});
