import { describe, expect, test } from 'vitest';
import type { DashboardState, View } from '../../../src/host/dashboards/swarm/protocol.ts';
import { dashboardState } from '../../../src/host/model/swarm/snapshot.ts';
import type { ProjectViewModel } from '../../../src/host/model/swarm/view-model.ts';
import {
  agent,
  broken,
  lock,
  manifest,
  NOW,
  noProject,
  type PictureParts,
  placeless,
  task,
  VANISH_AFTER,
  viewModel,
  waiting,
} from './view-models.ts';

const WHOLE: View = {
  decisions: { from: 0, count: 100 },
  tasks: { from: 0, count: 100 },
  agents: { from: 0, count: 100 },
  locks: { from: 0, count: 100 },
  folded: [],
  burnDown: false,
  agentsBy: 'attention',
  activity: 'all',
  graph: false,
  detail: null,
  history: null,
};

function snapshot(parts: PictureParts, view: Partial<View> = {}) {
  const state: DashboardState = dashboardState(viewModel(parts), { ...WHOLE, ...view });
  if (state.kind !== 'swarm') throw new Error(state.kind);
  return state.snapshot;
}

const tree = task('root', {
  children: [
    task('a', {
      children: [
        task('a1', { status: 'done', output: { lines: 3 } }),
        task('a2', { status: 'active', assignedTo: 'ada', actualTokens: 7 }),
      ],
    }),
    task('b', { dependencies: ['a'], children: [task('b1', { dependencies: ['a1', 'a2'] }), task('b2', { status: 'skipped' })] }),
    task('c', { status: 'failed' }),
  ],
});

describe('the tasks of a snapshot', () => {
  test('are in document order, with their position, progress and open dependencies', () => {
    const { tasks, swarm } = snapshot({ manifest: manifest(tree) });
    expect(tasks.total).toBe(8);
    expect(tasks.rows.map(({ id, depth, position, siblings }) => [id, depth, position, siblings])).toEqual([
      ['root', 0, 1, 1],
      ['a', 1, 1, 3],
      ['a1', 2, 1, 2],
      ['a2', 2, 2, 2],
      ['b', 1, 2, 3],
      ['b1', 2, 1, 2],
      ['b2', 2, 2, 2],
      ['c', 1, 3, 3],
    ]);
    const row = (id: string) => tasks.rows.find((each) => each.id === id);
    expect(row('root')).toMatchObject({ progress: { done: 1, total: 5 }, unfolded: true });
    expect(row('a1')).toMatchObject({ progress: null, unfolded: null, note: '{"lines":3}', assignedTo: null });
    expect(row('a2')).toMatchObject({ assignedTo: 'ada', actualTokens: 7, waitsFor: { first: [], total: 0 } });
    expect(row('b1')?.waitsFor).toEqual({ first: ['a2', 'a'], total: 2 });
    expect(swarm).toMatchObject({ percent: 20, counts: { done: 1, active: 1, pending: 1, skipped: 1, failed: 1 } });
  });

  test('exclude folded tasks, and contain only the rows in view', () => {
    const { tasks } = snapshot({ manifest: manifest(tree) }, { tasks: { from: 1, count: 2 }, folded: ['a', 'b'] });
    expect(tasks).toMatchObject({ total: 4, from: 1 });
    expect(tasks.rows.map(({ id, unfolded }) => [id, unfolded])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });

  test.each([
    { from: -5, count: 3, gives: { from: 0, rows: 3 } },
    { from: 7, count: 100, gives: { from: 7, rows: 1 } },
    { from: 1_000, count: 5, gives: { from: 8, rows: 0 } },
    { from: Number.NaN, count: Number.NaN, gives: { from: 0, rows: 0 } },
  ])('are clamped to the existing rows: from $from, $count', ({ from, count, gives }) => {
    const { tasks } = snapshot({ manifest: manifest(tree) }, { tasks: { from, count } });
    expect({ from: tasks.from, rows: tasks.rows.length }).toEqual(gives);
  });

  test('are limited to 500 rows per view', () => {
    const children = Array.from({ length: 20_000 }, (_, n) => task(`t${n}`));
    const { tasks } = snapshot({ manifest: manifest(task('root', { children })) }, { tasks: { from: 0, count: 1e9 } });
    expect(tasks.total).toBe(20_001);
    expect(tasks.rows).toHaveLength(500);
  });

  test('may be nested a thousand levels deep', () => {
    let node = task('t0', { status: 'done' });
    for (let n = 1; n < 1_000; n += 1) node = task(`t${n}`, { children: [node] });
    expect(snapshot({ manifest: manifest(node) }).swarm?.percent).toBe(100);
  });
});

test('a swarm with an empty task is labelled by its id', () => {
  expect(snapshot({ manifest: manifest(tree) }).swarm?.task).toBe('Build it');
  for (const empty of ['', ' \n']) expect(snapshot({ manifest: manifest(tree, { task: empty }) }).swarm?.task).toBe('swm_1');
});

test('an agent shows its task, its locks and its last activity', () => {
  const agents = [agent('ada', { status: 'working', tokensUsed: 5, costUsd: 0.25 }), agent('bob')];
  const locks = [lock('x', 'ada'), lock('y', 'ada'), lock('z', 'rude')];
  const { agents: page } = snapshot({ manifest: manifest(tree, { agents }), locks }, { agents: { from: 0, count: 1 } });
  expect(page).toEqual({
    total: 2,
    from: 0,
    rows: [
      {
        id: 'ada',
        role: 'worker',
        status: 'working',
        task: { id: 'a2', description: 'do a2' },
        waits: null,
        strip: null,
        locks: 2,
        tokens: 5,
        costUsd: 0.25,
        lastActivity: NOW - 5_000,
        unresponsiveFrom: NOW - 5_000 + VANISH_AFTER,
        context: 'agent',
      },
    ],
  });
});

test('a lock lists the agents that wait for paths it covers, once each, in order of arrival', () => {
  const queue = [
    waiting('cyd', ['src/a.ts', 'src/b.ts']),
    waiting('bob', ['docs/x']),
    waiting('bob', ['src/']),
    waiting('cyd', ['src/c.ts']),
  ];
  const { locks, swarm } = snapshot({ locks: [lock('src/', 'ada'), lock('README.md', 'ada')], waiting: queue });
  expect(locks.rows.map(({ path, waiting: names }) => [path, names.first])).toEqual([
    ['src/', ['cyd', 'bob']],
    ['README.md', []],
  ]);
  expect(swarm).toBeNull();
});

test('problems have their position, and a read-only snapshot has its reason', () => {
  const { problems, readOnly } = snapshot({ problems: [broken, placeless], readOnly: 'Not trusted.' });
  expect(problems).toEqual([
    { severity: 'error', message: 'is not JSON.', place: { file: '/shop/.cortex/graph.crtx', line: 2, column: 5 } },
    { severity: 'error', message: 'the clock is 9 s off.', place: null },
  ]);
  expect(readOnly).toBe('Not trusted.');
});

describe('the budget', () => {
  const limits = [
    { limit: 'agents', spent: 1, max: 10, since: null },
    { limit: 'tokens', spent: 10, max: 1_000, since: null },
    { limit: 'cost', spent: 0.5, max: 10, since: null },
  ];
  const created = NOW - 90_000;

  test('has four limits, and counts the duration until now while the swarm runs', () => {
    const duration = { limit: 'duration', spent: 90_000, max: 100_000, since: created };
    expect(snapshot({ manifest: manifest(tree, { created }) }).budget).toEqual([...limits, duration]);
  });

  test('keeps the duration of an ended swarm', () => {
    const duration = { limit: 'duration', spent: 60_000, max: 100_000, since: null };
    expect(snapshot({ manifest: manifest(task('root', { status: 'done' }), { created }) }).budget).toEqual([...limits, duration]);
  });
});

test('a retired agent has left, but an agent with status done has not', () => {
  const agents = [
    agent('ada', { status: 'done', completedAt: NOW - 1 }),
    agent('bob', { status: 'done' }),
    agent('cyd', { completedAt: 1 }),
  ];
  expect(snapshot({ manifest: manifest(tree, { agents }) }).agents.rows.map(({ status }) => status)).toEqual(['idle', 'left', 'done']);
});

test('agents that need attention come first: unresponsive, blocked, waiting the longest, working, idle, gone', () => {
  const agents = [
    agent('gone', { status: 'done', completedAt: NOW - 1 }),
    agent('idle'),
    agent('works', { status: 'working' }),
    agent('blocked', { status: 'blocked' }),
    agent('waits', { status: 'working' }),
    agent('waited', { status: 'working' }),
  ];
  const queue = [
    waiting('waits', ['src/a.ts'], { requestedAt: NOW - 1_000 }),
    waiting('waits', ['docs/x'], { requestedAt: NOW - 500 }),
    waiting('waited', ['free.ts'], { requestedAt: NOW - 9_000 }),
  ];
  const { agents: page } = snapshot({ manifest: manifest(tree, { agents }), locks: [lock('src/', 'works')], waiting: queue });
  expect(page.rows.map(({ id }) => id)).toEqual(['blocked', 'waited', 'waits', 'works', 'idle', 'gone']);
  expect(page.rows.slice(0, 3).map(({ waits }) => waits)).toEqual([
    null,
    { path: 'free.ts', holder: null, since: NOW - 9_000 },
    { path: 'src/', holder: 'works', since: NOW - 1_000 },
  ]);
  const seen = { idle: NOW - VANISH_AFTER, works: NOW - VANISH_AFTER - 1, waits: NOW };
  const silent = snapshot({ manifest: manifest(tree, { agents }), waiting: queue, seen });
  expect(silent.agents.rows.map(({ id }) => id).slice(0, 3)).toEqual(['works', 'idle', 'blocked']);
});

test('agents are in the order of the largest cost or number of tokens when that is requested', () => {
  const agents = [agent('a', { tokensUsed: 5, costUsd: 3 }), agent('b', { tokensUsed: 9, costUsd: 1 }), agent('c', { tokensUsed: 7 })];
  const idsBy = (agentsBy: View['agentsBy']) =>
    snapshot({ manifest: manifest(tree, { agents }) }, { agentsBy }).agents.rows.map(({ id }) => id);
  expect([idsBy('attention'), idsBy('cost'), idsBy('tokens')]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['b', 'c', 'a'],
  ]);
});

test('no folder and no project are separate states', () => {
  expect(dashboardState({ kind: 'no-folder' }, WHOLE)).toEqual({ kind: 'no-folder' });
  expect(dashboardState(noProject, WHOLE)).toEqual({ kind: 'no-project', folder: '/x', readOnly: null, problems: [] });
  expect(dashboardState({ ...noProject, problems: [placeless], readOnly: 'Not trusted.' }, WHOLE)).toMatchObject({
    readOnly: 'Not trusted.',
    problems: [{ message: placeless.message }],
  });
});

test('an unreadable swarm is not shown as a missing swarm', () => {
  const stateOf = (shown: ProjectViewModel) => dashboardState(shown, WHOLE);
  expect(stateOf({ ...viewModel({ problems: [broken] }), view: null })).toMatchObject({ snapshot: { swarm: null, isUnread: true } });
  expect(stateOf(viewModel({ problems: [broken] }))).toMatchObject({ snapshot: { swarm: null, isUnread: false } });
});

test('texts of agents are limited to 2,000 characters, and lists of names to 20', () => {
  const long = 'x'.repeat(100_000);
  const ids = Array.from({ length: 50 }, (_, index) => `t${index}`);
  const leaf = task(long, { description: long, assignedTo: long, output: long, dependencies: ids });
  const whole = manifest(task('root', { children: [leaf] }), { task: long, coordinator: long, agents: [agent(long, { role: long })] });
  const queue = ids.map((agentId) => waiting(agentId, ['src/']));
  const locks = [lock('src/', long, { reason: long })];
  const problems = [
    { ...broken, summary: long },
    { ...placeless, message: long },
  ];
  const shown = snapshot({ manifest: whole, locks, waiting: queue, problems });
  const longest = Math.max(...(JSON.stringify(shown).match(/x+/g) ?? []).map(({ length }) => length));
  expect(longest).toBe(1_999);
  expect(shown.tasks.rows[1]?.waitsFor).toMatchObject({ first: ids.slice(0, 20), total: 50 });
  expect(shown.locks.rows[0]?.waiting).toMatchObject({ first: ids.slice(0, 20), total: 50 });
});

test('a row has the same menu context as in the tree', () => {
  const agents = [agent('ada'), agent('bob', { status: 'failed' })];
  const shown = snapshot({ manifest: manifest(tree, { agents }), locks: [lock('x', 'person:eve'), lock('y', 'ada')] });
  const contexts = (page: { readonly rows: readonly { readonly context: string }[] }) => page.rows.map(({ context }) => context);
  expect(contexts(shown.tasks)).toEqual([
    'task.parent.pending',
    'task.parent.pending',
    'task.done',
    'task.active.assigned',
    'task.parent.pending',
    'task.pending',
    'task.skipped',
    'task.failed',
  ]);
  expect(contexts(shown.agents)).toEqual(['agent', 'agent.gone']);
  expect(contexts(shown.locks)).toEqual(['lock.person', 'lock']);
});
