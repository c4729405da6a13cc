import { describe, expect, test } from 'vitest';
import { overlaps } from '../../../src/engine/swarm/index.ts';
import { LockIndex } from '../../../src/host/dashboards/locks/lock-index.ts';
import type { LocksState, LocksView } from '../../../src/host/dashboards/locks/protocol.ts';
import { locksSnapshot, type RequestedLock } from '../../../src/host/dashboards/locks/state.ts';
import { changedSnapshot } from '../../../src/host/dashboards/page-state.ts';
import { waitingRequests } from '../../../src/host/model/swarm/view-model.ts';
import { busy, project, several, unread, untrusted } from '../../webview/held.ts';
import { type Held, PERSON } from '../../webview/locks-host.ts';
import { agent, lock, manifest, NOW, task, VANISH_AFTER, waiting } from './view-models.ts';

const { view: emptyView } = project('shop', {});

const VIEW: LocksView = {
  filter: { words: '', agent: null, type: 'all', conflicts: false },
  sorting: 'end',
  locks: { from: 0, count: 100 },
  chosen: null,
};

function look({ projects, wanted }: Held, view: Partial<LocksView> = {}, now = NOW) {
  return locksSnapshot(new LockIndex(projects, now), { ...VIEW, ...view }, { person: PERSON, wanted, now });
}

const filtered = (content: Held, change: Partial<LocksView['filter']>) =>
  look(content, { filter: { ...VIEW.filter, ...change } }).locks.rows.map(({ path }) => path);

describe('the list of locks', () => {
  test('has the locks of all projects, ordered by expiry or by path', () => {
    const { locks, total, projects } = look(several);
    expect([total, projects]).toEqual([8, ['shop', 'warehouse']]);
    expect(locks.rows.map(({ path, project: name }) => [path, name])).toEqual([
      ['src/stock/', 'shop'],
      ['src/receipt/print.ts', 'shop'],
      ['src/checkout/tax.ts', 'shop'],
      ['src/checkout/rates.json', 'shop'],
      ['docs/**/*.md', 'shop'],
      ['package.json', 'warehouse'],
      ['src/shelves.ts', 'warehouse'],
      ['package.json', 'shop'],
    ]);
    const byPath = look(several, { sorting: 'path' }).locks.rows.map(({ path, folder }) => `${folder} ${path}`);
    expect(byPath.slice(0, 3)).toEqual(['/shop docs/**/*.md', '/warehouse package.json', '/shop package.json']);
  });

  test('names no project if there is only one, and the full folder if two projects share a name', () => {
    expect(new Set(look(busy).locks.rows.map((row) => row.project))).toEqual(new Set([null]));
    const [first] = several.projects;
    const twin = { ...project('shop', { locks: [lock('x', 'gil')] }), root: '/other/shop' };
    expect(look({ projects: first === undefined ? [] : [first, twin], wanted: null }).projects).toEqual(['/shop', '/other/shop']);
  });

  test('contains only the rows in view', () => {
    const { locks } = look(several, { locks: { from: 2, count: 1 } });
    expect(locks).toMatchObject({ total: 8, from: 2 });
    expect(locks.rows.map(({ path }) => path)).toEqual(['src/checkout/tax.ts']);
  });

  test.each<[string, Partial<LocksView['filter']>, readonly string[]]>([
    ['words of path and reason', { words: 'RATES checkout/t' }, ['src/checkout/tax.ts']],
    ['a word of the project', { words: 'warehouse' }, ['package.json', 'src/shelves.ts']],
    ['an agent', { agent: 'cleo' }, ['src/stock/']],
    ['a kind', { type: 'shared' }, ['src/stock/']],
    ['conflicts', { conflicts: true }, ['src/receipt/print.ts', 'src/checkout/tax.ts', 'src/checkout/rates.json', 'docs/**/*.md']],
    ['all of them at once', { conflicts: true, agent: 'ben', words: 'json' }, ['src/checkout/rates.json']],
    ['something that there is not', { agent: 'zoe' }, []],
  ])('is filtered by %s', (_, change, paths) => {
    expect(filtered(several, change)).toEqual(paths);
  });
});

test('a lock is found by the file name on disk and by the escaped lock path', () => {
  const content = { projects: [project('shop', { locks: [lock('app/[[]id]/page.tsx', 'ben'), lock('app/*.tsx', 'ben')] })], wanted: null };
  for (const words of ['app/[id]/page', '[[]id]']) expect(filtered(content, { words })).toEqual(['app/[[]id]/page.tsx']);
});

test('a lock of a file shows the name on disk, and a lock pattern is shown as written', () => {
  const content = { projects: [project('shop', { locks: [lock('app/[[]id]/page.tsx', 'ben'), lock('app/*.tsx', 'ben')] })], wanted: null };
  expect(look(content, { sorting: 'path' }).locks.rows.map(({ name }) => name)).toEqual(['app/*.tsx', 'app/[id]/page.tsx']);
});

describe('a conflict', () => {
  const agents = [agent('gone', { status: 'failed' }), agent('quiet', { status: 'working' })];
  const parts = { manifest: manifest(task('root'), { agents }), seen: { quiet: NOW - VANISH_AFTER + 5_000 } };
  const held = (path: string, who: string) => lock(path, who, { expiresAt: NOW + 9_000_000 });
  const content = {
    projects: [project('shop', { ...parts, locks: [held('a', 'gone'), held('b', 'quiet'), held('c', 'stranger')] })],
    wanted: null,
  };

  test('is a lock whose holder has left or becomes unresponsive, at a time that is known in advance', () => {
    expect(look(content).conflicts).toBe(1);
    expect(new LockIndex(content.projects, NOW).nextSilenceMs).toBe(5_000);
    expect(look(content, {}, NOW + 5_000).conflicts).toBe(2);
    expect(new LockIndex(content.projects, NOW + 5_000).nextSilenceMs).toBeNull();
    expect(look(content).locks.rows.map(({ isOrphan, unresponsiveFrom }) => [isOrphan, unresponsiveFrom])).toEqual([
      [true, null],
      [false, NOW + 5_000],
      [false, null],
    ]);
  });

  test('is checked again within the longest delay of a timer, even if a heartbeat is far in the future', () => {
    const seen = { quiet: NOW + 200 * 86_400_000 };
    const { nextSilenceMs } = new LockIndex([project('shop', { ...parts, seen, locks: [held('b', 'quiet')] })], NOW);
    // setTimeout of Node.js fires at once for longer delays.
    expect(nextSilenceMs).toBeLessThan(2 ** 31);
    expect(nextSilenceMs).toBeGreaterThan(60_000);
  });

  test('is a lock that an agent waits for, also with a request that only overlaps', () => {
    const wide = {
      projects: [project('shop', { locks: [held('src/', 'ann'), held('docs/a.md', 'ann')], waiting: [waiting('bob', ['src/x.ts'])] })],
      wanted: null,
    };
    expect(filtered(wide, { conflicts: true })).toEqual(['src/']);
  });
});

test('the queue of a lock has exactly the requests with overlapping paths', () => {
  const paths = [
    'a',
    'a/',
    'a/b',
    'a/b/',
    'a/b/c.ts',
    'a/b.ts',
    'a/**',
    'a/*/c.ts',
    '**/*.ts',
    'ab/',
    'ab/*.ts',
    '{a,ab}/b.ts',
    'a/b/**/x',
    'z',
  ];
  const locks = paths.map((path) => lock(path, 'ann'));
  if (emptyView === null) throw new Error('there is a view');
  const requests = waitingRequests({ ...emptyView, locks, waiting: paths.map((path) => waiting(path, [path, path])) });
  for (const held of locks) {
    const expected = paths.filter((path) => overlaps(path, held.path));
    expect([held.path, requests(held).map(({ agentId }) => agentId)]).toEqual([held.path, expected]);
  }
});

test('the detail of the selected lock has its full reason, ordered queue, fencing token and the task of its holder', () => {
  const id = look(busy).locks.rows.find(({ path }) => path === 'src/checkout/tax.ts')?.id ?? '';
  const { detail } = look(busy, { chosen: id, locks: { from: 0, count: 0 } });
  expect(detail).toMatchObject({
    lock: { id, path: 'src/checkout/tax.ts', isOwn: false },
    fence: 1_042,
    task: { id: 'tax' },
    queue: {
      total: 2,
      first: [
        { agentId: 'cleo', path: expect.any(String), since: NOW - 120_000, until: NOW + 180_000 },
        { agentId: 'fay', type: 'shared' },
      ],
    },
  });
  expect(detail?.reason).toContain('\nRounding goes to the last step');
  expect(look(busy, { chosen: 'nobody knows it' }).detail).toBeNull();
});

test('very long texts of a lock are cut, and are not part of its id', () => {
  const long = 'x'.repeat(1_000_000);
  const content = { projects: [project('shop', { locks: [lock(long, long, { reason: long })] })], wanted: null };
  const id = look(content).locks.rows[0]?.id ?? '';
  expect(id.length).toBeLessThan(100);
  const { detail } = look(content, { chosen: id });
  expect(detail?.lock.id).toBe(id);
  expect(JSON.stringify(detail).length).toBeLessThan(30_000);
});

test('only locks of the person at the editor are marked as own', () => {
  expect(
    look(busy)
      .locks.rows.filter(({ isOwn }) => isOwn)
      .map(({ path }) => path),
  ).toEqual(['package.json']);
});

test('a lock requested elsewhere is located in the list by its project, unless it has ended', () => {
  const wanted: RequestedLock = { id: 'w', path: 'package.json', agent: 'gil', folder: '/warehouse' };
  const { request, locks } = look({ ...several, wanted });
  expect(request).toMatchObject({ id: 'w', index: 5, lock: locks.rows[5]?.id });
  expect(look({ ...several, wanted }, { sorting: 'path' }).request?.index).toBe(1);
  expect(look({ ...several, wanted: { ...wanted, folder: '/shop' } }).request).toBeNull();
  expect(look({ ...several, wanted: { ...wanted, folder: undefined } }).request?.index).toBe(5);
});

test('the dashboard is read-only if every project is, and shows problems with their position', () => {
  expect(look(untrusted).readOnly).toContain('Restricted Mode');
  expect(look({ projects: [...untrusted.projects, ...several.projects], wanted: null }).readOnly).toBeNull();
  expect(look(unread)).toMatchObject({ total: 0, unread: 1, problems: [{ place: { file: '/shop/.cortex/graph.crtx', line: 2 } }] });
  expect(look({ ...several, projects: [...several.projects, ...unread.projects] })).toMatchObject({ total: 8, unread: 1 });
  expect(look(several).unread).toBe(0);
});

test('the page receives nothing if only time has passed, and the full snapshot if a row in view changed', () => {
  const state = (content: Held, now: number): LocksState => ({ kind: 'locks', snapshot: look(content, {}, now) });
  expect(changedSnapshot(state(busy, NOW), state(busy, NOW + 1_000))).toBeNull();
  expect(changedSnapshot<LocksState>(state(busy, NOW), state(several, NOW))).toMatchObject({ snapshot: { total: 8 } });
  expect(changedSnapshot<LocksState>({ kind: 'no-folder' }, state(busy, NOW))).not.toBeNull();
});
