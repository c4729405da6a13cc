import { describe, expect, test } from 'vitest';
import type { OverlapsOutput } from '../../../src/engine/swarm/index.ts';
import { listProjectNeeds } from '../../../src/engine/workspace/project-needs.ts';
import { lockRows, nextLockRowChange } from '../../../src/host/model/locks/lock-rows.ts';
import { parseSubject, type Row } from '../../../src/host/model/row.ts';
import { statusBarContent } from '../../../src/host/model/status-bar-content.ts';
import { toMarks } from '../../../src/host/model/swarm/overlap-marks.ts';
import { swarmRows } from '../../../src/host/model/swarm/swarm-rows.ts';
import { findWorst, type ViewModel, welcomeState } from '../../../src/host/model/swarm/view-model.ts';
import { agent, broken, lock, manifest, NOW, noProject, placeless, task, viewModel, waiting } from './view-models.ts';

const BIDI = '\u202e';

function row(rows: readonly Row[], id: string): Row {
  for (const each of rows) {
    if (each.id === id) return each;
    const found = each.children().find((child) => child.id === id) ?? null;
    if (found !== null) return found;
    const below = each.children().flatMap((child) => child.children());
    const deeper = below.find((child) => child.id === id);
    if (deeper !== undefined) return deeper;
  }
  throw new Error(`there is no row ${id}`);
}

const tree = task('root', {
  children: [
    task('a', { status: 'active', children: [task('a1', { status: 'done' }), task('a2', { status: 'active', assignedTo: 'ada' })] }),
    task('b', { dependencies: ['a'] }),
  ],
});

/** Returns a pair of overlapping tasks as `swarm status` reports it. */
const pair = (one: string, other: string, weight: number, why: string): OverlapsOutput['pairs'][number] => {
  return { tasks: [one, other], weight, files: [], why };
};

test('an open task shows the tasks that it may clash with; ended tasks and unlikely clashes are not marked', () => {
  const leaves = [task('x', { status: 'active', assignedTo: 'ada' }), task('y'), task('z', { status: 'done' }), task('w')];
  const pairs = [
    pair('x', 'y', 1, `both name src/${BIDI}a.ts`),
    pair('x', 'w', 0.4, 'x names b.ts'),
    pair('x', 'z', 0.9, 'both'),
    pair('y', 'w', 0.2, 'c'),
  ];
  const overlaps = toMarks({ pairs, more: 0, complete: true });
  const rows = swarmRows(viewModel({ manifest: manifest(task('root', { children: leaves })), overlaps }));
  expect(row(rows, 'task/x')).toMatchObject({
    description: 'ada · may clash with y and 2 more',
    accessibility: 'do x, active, of ada, may clash with y and 2 more',
    tooltip: expect.stringMatching(/\nMay clash with y: both name src\/ ?a\.ts\nMay clash with w: x names b\.ts\nMay clash with z: both/),
  });
  expect(row(rows, 'task/y')).toMatchObject({ description: 'may clash with x', icon: { color: 'list.warningForeground' } });
  expect(row(rows, 'task/w').description).toBe('may clash with x');
  expect(row(rows, 'task/z')).toMatchObject({ description: '', icon: { color: 'testing.iconPassed' } });
});

describe('the Swarm view', () => {
  const agents = [agent('ada', { status: 'working', costUsd: 1.25, tokensUsed: 2_500 }), agent('person:eve', { status: 'done' })];
  const shown = viewModel({ manifest: manifest(tree, { agents }), problems: [broken] });

  test('lists problems first, then the progress, tasks and agents', () => {
    expect(swarmRows(shown).map(({ id, description }) => [id, description])).toEqual([
      ['problem/0', 'is not JSON.'],
      ['swarm/swm_1', '33 % · 1 of 3'],
      ['tasks', '1 active, 1 pending, 1 done'],
      ['agents', '1 of 2 working'],
    ]);
    expect(swarmRows(shown)[0]).toMatchObject({ command: 'cortex.problem.open', subject: { file: broken.file, line: 2, column: 5 } });
  });

  test('shows the message of a problem without a file on click', () => {
    const [row] = swarmRows(viewModel({ manifest: manifest(tree), problems: [placeless] }));
    expect(row).toMatchObject({ command: 'cortex.problem.open', subject: { kind: 'message', text: placeless.message } });
    expect(parseSubject(row?.subject)).toEqual(row?.subject);
  });

  test('shows the agent and the dependencies of a task, and unfolds tasks in progress', () => {
    const rows = swarmRows(shown);
    expect(row(rows, 'task/a')).toMatchObject({ description: '1 of 2', unfolded: true, context: 'task.parent.active' });
    expect(row(rows, 'task/a2')).toMatchObject({
      description: 'ada',
      unfolded: null,
      context: 'task.active.assigned',
      icon: { name: 'play-circle' },
    });
    expect(row(rows, 'task/b')).toMatchObject({ description: 'waits for a', context: 'task.pending', accessibility: 'do b, pending' });
  });

  test('shows the task and cost of agents, and different icons for people and programs', () => {
    const rows = swarmRows(shown);
    expect(row(rows, 'agent/ada')).toMatchObject({ description: '$1.25 · do a2', icon: { name: 'hubot', color: 'charts.blue' } });
    expect(row(rows, 'agent/ada').accessibility).toBe('ada, worker, working, do a2, $1.25, 2.5k tokens');
    expect(row(rows, 'agent/person:eve')).toMatchObject({ context: 'agent.gone', icon: { name: 'person' } });
  });

  test('labels a swarm without a task by its id, and omits a missing coordinator', () => {
    const [swarm] = swarmRows(viewModel({ manifest: manifest(tree, { task: '', coordinator: '' }) }));
    expect(swarm?.label).toBe('swm_1');
    expect(swarm?.tooltip).toMatch(/^swm_1\nparallel\nResults are/);
  });

  test('is empty without a swarm, so that a welcome is shown', () => {
    expect(swarmRows(viewModel({ locks: [lock('a', 'ada')], problems: [broken] }))).toEqual([]);
    expect(swarmRows({ kind: 'no-folder' })).toEqual([]);
  });

  test('shows 200 rows of a long list, followed by the number of further rows in the dashboard', () => {
    const children = Array.from({ length: 1_234 }, (_, n) => task(`t${n}`));
    const rows = swarmRows(viewModel({ manifest: manifest(task('root', { children })) }));
    const shownTasks = rows.find(({ id }) => id === 'tasks')?.children() ?? [];
    expect(shownTasks).toHaveLength(201);
    expect(shownTasks.at(-1)).toMatchObject({ label: '1,034 more', command: 'cortex.dashboard.open' });
  });

  test('removes line breaks and bidirectional control characters from texts of agents, and limits their length', () => {
    const nasty = task('root', { children: [task('x', { description: `one\ntwo${BIDI}${'z'.repeat(100_000)}` })] });
    const { label, tooltip } = row(swarmRows(viewModel({ manifest: manifest(nasty) })), 'task/x');
    expect(label).toMatch(/^one two z+…$/);
    expect(label.length).toBeLessThanOrEqual(40);
    expect(tooltip).not.toContain(BIDI);
    expect(tooltip.length).toBeLessThan(1_000);
  });
});

/** Returns the ids of all rows. @throws Error if there are more than `most` */
function allIds(rows: readonly Row[], most: number): string[] {
  const ids: string[] = [];
  const left = [...rows];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    ids.push(each.id);
    if (ids.length > most) throw new Error('there is no end to the rows');
    left.push(...each.children());
  }
  return ids;
}

describe('an invalid swarm.crtx', () => {
  test('with repeated task ids, even nested, shows each task once under a unique row id', () => {
    const inner = task('same', { description: 'inner', children: [task('same', { description: 'innermost' })] });
    const twice = task('same', { description: 'outer', children: [inner, task('more'), task('more')] });
    const agents = [agent('ada'), agent('ada', { role: 'other' })];
    const ids = allIds(swarmRows(viewModel({ manifest: manifest(task('root', { children: [twice] }), { agents }) })), 50);
    expect(ids.filter((id) => id.includes('task'))).toHaveLength(6);
    expect(ids.filter((id) => id.includes('agent/ada'))).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('with a repeated lock, or a task named like the row for further tasks, has unique row ids', () => {
    expect(new Set(allIds(lockRows(viewModel({ locks: [lock('a', 'ada'), lock('a', 'ada')] })), 9)).size).toBe(2);
    const children = [task('more'), ...Array.from({ length: 300 }, (_, n) => task(`t${n}`))];
    const ids = allIds(swarmRows(viewModel({ manifest: manifest(task('root', { children: [task('tasks', { children })] })) })), 999);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('an agent that has left is grey, is described as left, and is not counted', () => {
  const agents = [agent('ada', { status: 'working' }), agent('bob', { status: 'done', completedAt: NOW - 1 })];
  const shown = viewModel({ manifest: manifest(tree, { agents }) });
  expect(row(swarmRows(shown), 'agent/bob')).toMatchObject({
    description: '$0.00 · left',
    icon: { name: 'sign-out', color: 'disabledForeground' },
    context: 'agent.gone',
  });
  expect(row(swarmRows(shown), 'agents').description).toBe('1 of 1 working');
  expect(statusBarContent(shown, [])?.text).toContain(' 1/1 ');
});

describe('the Locks view', () => {
  test('shows the holder, time left, waiting agents and type of each lock', () => {
    const locks = [
      lock('src/', 'ada', { expiresAt: NOW + 3_900_000, reason: 'types' }),
      lock('b', 'bob', { type: 'shared', expiresAt: NOW + 12_000 }),
    ];
    const rows = lockRows(viewModel({ locks, waiting: [waiting('cyd', ['src/x'])] }));
    expect(rows.map(({ label, description }) => [label, description])).toEqual([
      ['src/', 'ada · 1h 5m left · 1 waiting'],
      ['b', 'bob · shared · 15s left'],
    ]);
    expect(rows[0]?.accessibility).toBe('src/, exclusive lock of ada, 1h 5m left, 1 agent waiting, types');
    expect(rows[0]?.tooltip).toContain('Waiting: cyd');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    const [long] = lockRows(viewModel({ locks: [lock('p\n'.repeat(10_000), 'ada')] }));
    expect(long?.accessibility).toMatch(/^[^\n]{1,200}$/);
  });
});

describe('the countdown of the Locks view', () => {
  const lasting = (...left: readonly number[]) => viewModel({ locks: left.map((ms) => lock(`f${ms}`, 'ada', { expiresAt: NOW + ms })) });

  test('waits until the first row changes its text', () => {
    expect(nextLockRowChange(lasting(90_000, 22_000, 3_000))).toBe(2_000);
  });

  test('stops if no row will change, and without rows', () => {
    expect(nextLockRowChange(lasting(3_000))).toBeNull();
    expect(nextLockRowChange(noProject)).toBeNull();
  });

  test('ignores locks that the view does not show', () => {
    const shown = Array.from({ length: 200 }, (_, index) => 100_000 + index * 60_000);
    expect(nextLockRowChange(lasting(...shown, 5_001))).toBe(nextLockRowChange(lasting(...shown)));
  });
});

describe('the welcome of empty views', () => {
  test.each<[string, ViewModel]>([
    ['no-folder', { kind: 'no-folder' }],
    ['no-project', noProject],
    ['broken', { ...noProject, problems: [placeless] }],
    ['no-swarm', viewModel({ locks: [lock('a', 'ada')] })],
    ['broken', viewModel({ problems: [broken] })],
    ['swarm', viewModel({ manifest: manifest(tree), problems: [broken] })],
  ])('has the state %s', (state, shown) => {
    expect(welcomeState(shown)).toBe(state);
  });

  test('links to an unreadable file first, then to an error without a file', () => {
    const warning = { ...broken, severity: 'warning' } as const;
    expect(findWorst([warning, placeless, broken])).toBe(broken);
    expect(findWorst([warning, placeless])).toBe(placeless);
    expect(findWorst([warning])).toBe(warning);
    expect(findWorst([])).toBeNull();
  });

  test('does not treat a warning as a broken file', () => {
    expect(welcomeState({ ...noProject, problems: [{ ...broken, severity: 'warning' }] })).toBe('no-project');
    expect(welcomeState(viewModel({ problems: [{ ...broken, severity: 'warning' }] }))).toBe('no-swarm');
  });
});

const waitingIn = (shown: ViewModel) =>
  listProjectNeeds({ root: null, view: null, problems: [], ...shown }, NOW).map((need) => ({
    ...need,
    source: 'shop',
    folder: '/shop',
    project: null,
  }));

/** Returns the heartbeat of a view model, with the needs of its project. */
const beat = (shown: ViewModel) => statusBarContent(shown, waitingIn(shown));

describe('the heartbeat in the status bar', () => {
  const agents = [agent('ada', { status: 'working' }), agent('bob', { status: 'failed' }), agent('cyd')];

  test('counts live agents, all agents and locks, and does not warn without a problem', () => {
    expect(beat(viewModel({ manifest: manifest(tree, { agents }), locks: [lock('a', 'ada')] }))).toMatchObject({
      text: '$(pulse) 2/3 $(lock) 1',
      warns: false,
      accessibility: 'Cortex, 2 of 3 agents alive, 1 lock',
    });
  });

  test('reports failed tasks, unreadable files, and a budget of which 80 % is spent', () => {
    const failed = manifest(task('root', { children: [task('x', { status: 'failed' })] }));
    expect(beat(viewModel({ manifest: failed }))).toMatchObject({ text: '$(pulse) 0/0 $(lock) 0 $(bell-dot) 1', warns: true });
    expect(beat(viewModel({ problems: [broken] }))?.warns).toBe(true);
    const { budget } = manifest(tree);
    const spent = (tokens: number) => manifest(tree, { budget: { ...budget, spent: { ...budget.spent, tokens } } });
    expect(beat(viewModel({ manifest: spent(799) }))?.text).not.toContain('bell');
    expect(beat(viewModel({ manifest: spent(800) }))).toMatchObject({ warns: false });
    expect(beat(viewModel({ manifest: spent(800) }))?.waiting.join()).toContain('800 of 1,000');
    expect(beat(viewModel({ manifest: spent(1_000) }))).toMatchObject({ warns: true });
    const old = viewModel({ manifest: manifest(tree, { created: NOW - 85_000 }) });
    expect(beat(old)?.waiting.join(), 'even if the file is old').toContain('Budget: duration');
  });

  test('shows no counts if the swarm cannot be read', () => {
    const unread = { ...viewModel({ problems: [broken] }), view: null };
    expect(beat(unread)).toMatchObject({ text: '$(error) $(bell-dot) 1', facts: ['The swarm and the locks cannot be read'], warns: true });
  });

  test('is hidden without a project, unless there is a need', () => {
    expect(statusBarContent({ kind: 'no-folder' }, [])).toBeNull();
    const needs = waitingIn(viewModel({ problems: [broken] }));
    expect(statusBarContent({ kind: 'no-folder' }, needs)).toMatchObject({ text: '$(bell-dot) 1', warns: true });
  });
});
