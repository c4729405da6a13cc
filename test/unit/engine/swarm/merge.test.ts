import { describe, expect, test } from 'vitest';
import { findChanges } from '../../../../src/engine/swarm/state/differences.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, manifestOf, statuses, swarmOf, task, tasksOf } from './make.ts';
import { accepts, type Edit, edited, merge, sample } from './merging.ts';

describe('applies', () => {
  test('no changes for equal manifests', () => {
    const base = manifestOf(sample());
    expect(findChanges(base, structuredClone(base))).toEqual([]);
    expect(sample().applyChanges([], 5000)).toEqual({ applied: [], refused: [], warnings: [] });
  });

  test('goal, merge policy, limits and unknown keys', () => {
    const applied = accepts(sample(), (manifest) => {
      manifest.task = 'build more';
      manifest.mergePolicy = { strategy: 'voting', conflictResolution: 'vote', minAgreePercent: 60, requireHumanApproval: true };
      Object.assign(manifest.budget, { maxAgents: 7, maxTokens: 8, maxCostUsd: 9.5, maxDurationMs: 10_000, currency: 'USD' });
      Object.assign(manifest, { note: 'mine' });
    });
    expect(applied).toEqual(['goal', 'merge-policy', 'limit', 'limit', 'limit', 'limit', 'swarm-rest', 'budget-rest']);
  });

  test('the removal of unknown keys', () => {
    const swarm = sample();
    accepts(swarm, (manifest) => void Object.assign(manifest, { note: 'mine', other: 1 }));
    accepts(swarm, (manifest) => void Reflect.deleteProperty(manifest, 'note'));
    expect(Object.keys(manifestOf(swarm)).at(-1)).toBe('other');
    expect(manifestOf(swarm)).not.toHaveProperty('note');
  });

  test('new agents, and changed profiles of agents', () => {
    const swarm = sample();
    const applied = accepts(swarm, (manifest) => {
      manifest.agents.push({ id: 'new', role: 'r', expertise: ['e'], assignedTasks: [], status: 'idle', tokensUsed: 5, costUsd: 0.1 });
      Object.assign(manifest.budget.spent, { agents: 4, tokens: 5, costUsd: 0.1 });
      Object.assign(manifest.agents[0] ?? {}, { role: 'lead', expertise: ['x'], startedAt: 1234, mood: 'good' });
    });
    expect(applied).toEqual(['agent-new', 'agent-profile']);
    expect(swarm.apply('swarm.claim', { agent: 'new' }, 5000)).toMatchObject({ status: 'ok' });
    expect(swarm.lastActivity('new')).toBe(5000);
  });

  test('agents that retire, become blocked and return', () => {
    const swarm = sample();
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000);
    const { refused } = merge(swarm, ({ agents: [a, b] }) => {
      Object.assign(a ?? {}, { status: 'done' });
      Object.assign(b ?? {}, { status: 'blocked' });
    });
    expect(refused).toEqual([]);
    expect(manifestOf(swarm).agents).toMatchObject([
      { status: 'done', completedAt: 5000, assignedTasks: [] },
      { status: 'blocked' },
      { status: 'idle' },
    ]);
    expect(tasksOf(manifestOf(swarm)).get('x')).not.toHaveProperty('assignedTo');
    accepts(swarm, ({ agents: [a] }) => {
      Object.assign(a ?? {}, { status: 'idle' });
      delete a?.completedAt;
    });
    expect(claimed(swarm, 'a', 5000)).toBe('x');
  });

  test('increased tokens and cost, added to concurrent records', () => {
    const swarm = sample();
    const base = manifestOf(swarm);
    swarm.apply('swarm.usage', { agent: 'a', tokens: 100, costUsd: 0.1, task: 'x' }, 2000);
    const edit: Edit = (manifest, tasks) => {
      Object.assign(manifest.agents[0] ?? {}, { tokensUsed: 10, costUsd: 0.2 });
      Object.assign(manifest.budget.spent, { tokens: 15, costUsd: 0.2 });
      tasks('x').actualTokens = 10;
    };
    expect(merge(swarm, edit, base)).toMatchObject({ applied: ['spent', 'agent-usage', 'task-tokens'], refused: [] });
    expect(manifestOf(swarm).agents[0]).toMatchObject({ tokensUsed: 110, costUsd: 0.3 });
    expect(manifestOf(swarm).budget.spent).toMatchObject({ tokens: 115, costUsd: 0.3 });
    expect(tasksOf(manifestOf(swarm)).get('x')?.actualTokens).toBe(110);
  });

  test('changed texts, estimates, priorities and dependencies, which affect the order of tasks', () => {
    const swarm = sample();
    const applied = accepts(swarm, (_, tasks) => {
      Object.assign(tasks('p2'), { description: 'urgent', priority: 0, estimatedTokens: 50, colour: 'red' });
      tasks('y').dependencies = [];
    });
    expect(applied).toEqual(['task-dependencies', 'task-text', 'task-rest']);
    expect(claimed(swarm, 'a', 5000)).toBe('p2');
    expect(swarm.apply('swarm.claim', { agent: 'b', task: 'y' }, 5000)).toMatchObject({ status: 'ok' });
  });

  test('new tasks between and below others, with dependencies on each other', () => {
    const swarm = sample();
    const applied = accepts(swarm, ({ decomposition }, tasks) => {
      decomposition.children.splice(1, 0, task('n1', { dependencies: ['n2'] }));
      tasks('p').children.push(task('n2', { children: [task('n3')] }));
      tasks('p1').children.push(task('n4', { status: 'done', assignedTo: 'outside', output: 1 }), task('n5'));
    });
    expect(applied).toEqual(['task-new', 'task-new', 'task-new', 'task-new']);
    for (const agent of ['d', 'e']) swarm.apply('swarm.recruit', { agent, role: 'worker', expertise: [] }, 5000);
    expect(['a', 'b', 'c', 'd', 'e'].map((agent) => claimed(swarm, agent, 5000))).toEqual(['x', 'n3', 'n5', 'p2', 'nothing-ready']);
  });

  test('progress: active, done, failed, skipped and assigned tasks, with outputs', () => {
    const swarm = sample();
    const applied = accepts(swarm, (manifest, tasks) => {
      Object.assign(tasks('x'), { status: 'done', assignedTo: 'a', output: { ok: true } });
      Object.assign(tasks('p1'), { status: 'active', assignedTo: 'b' });
      Object.assign(tasks('p2'), { status: 'skipped' });
      Object.assign(tasks('y'), { assignedTo: 'c' });
      Object.assign(tasks('p'), { assignedTo: 'c', status: 'active' });
      Object.assign(manifest.decomposition, { status: 'active' });
      Object.assign(manifest.agents[1] ?? {}, { assignedTasks: ['p1'], status: 'working' });
      Object.assign(manifest.agents[2] ?? {}, { assignedTasks: ['y', 'p'] });
    });
    expect(applied).toEqual([
      'task-progress',
      'task-progress',
      'task-output',
      'task-progress',
      'task-progress',
      'task-progress',
      'task-progress',
      'agent-status',
    ]);
    expect(claimed(swarm, 'c', 5000)).toBe('y');
    expect(swarm.apply('swarm.complete', { agent: 'b', task: 'p1' }, 5000)).toMatchObject({ status: 'ok' });
  });

  test('the assignment of a task that is only in the list of an agent', () => {
    const swarm = sample();
    expect(merge(swarm, ({ agents: [a] }) => void a?.assignedTasks.push('x'))).toMatchObject({ applied: ['task-progress'], refused: [] });
    expect(tasksOf(manifestOf(swarm)).get('x')).toMatchObject({ status: 'pending', assignedTo: 'a' });
  });

  test('a failure, and skips its dependents', () => {
    const swarm = sample();
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'failed' }));
    expect(statuses(swarm)).toBe('root:pending x:failed y:skipped p:pending p1:pending p2:pending');
  });

  test('a raised limit, after which work continues and warnings repeat', () => {
    const swarm = sample();
    swarm.apply('swarm.usage', { agent: 'a', tokens: 1_000_000, costUsd: 0 }, 2000);
    expect(claimed(swarm, 'a')).toBe('over-budget');
    merge(swarm, ({ budget }) => void Object.assign(budget, { maxTokens: 2_000_000 }));
    expect(claimed(swarm, 'a')).toBe('x');
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 600_000, costUsd: 0 }, 5000).warnings).toMatchObject([
      { limit: 'tokens', percent: 80 },
    ]);
  });

  test('a lowered limit, with an immediate warning', () => {
    const swarm = sample();
    swarm.apply('swarm.usage', { agent: 'a', tokens: 500, costUsd: 0 }, 2000);
    const base = manifestOf(swarm);
    const lowered = edited(base, ({ budget }) => void Object.assign(budget, { maxTokens: 600 }));
    const { warnings } = swarm.applyChanges(findChanges(lowered, base), 5000);
    expect(warnings).toEqual([{ limit: 'tokens', spent: 500, max: 600, percent: 80 }]);
  });

  test('changes without mutating the record', () => {
    const swarm = sample();
    const base = manifestOf(swarm);
    const foreign = edited(base, ({ decomposition }) => void decomposition.children.push(task('n')));
    const changes = findChanges(foreign, base);
    const copy = structuredClone(changes);
    swarm.applyChanges([...changes, { change: 'task-progress', task: 'n', status: 'active', assignedTo: 'a' }], 5000);
    expect(tasksOf(manifestOf(swarm)).get('n')?.status).toBe('active');
    expect(changes).toEqual(copy);
  });
});

describe('another swarm', () => {
  const other = () => ({ ...manifestOf(swarmOf(task('only'), { swarm: 'swm_2' })), created: 77 });

  test('is adopted completely if there is none', () => {
    const swarm = new Swarm();
    expect(swarm.applyChanges(findChanges(other(), null), 5000)).toMatchObject({
      applied: [{ change: 'swarm' }],
      refused: [],
      warnings: [],
    });
    expect(manifestOf(swarm)).toMatchObject({ id: 'swm_2', created: 77, budget: { spent: { durationMs: 4923 } } });
    expect(swarm.revision).toBe(1);
    expect(claimed(swarm, 'a', 5000)).toBe('only');
  });

  test('replaces a finished swarm, not a running one', () => {
    const swarm = swarmOf(task('first'));
    expect(swarm.applyChanges(findChanges(other(), manifestOf(swarm)), 5000).refused.map(({ sentence }) => sentence)).toEqual([
      'Swarm "swm_1" has unfinished work, so "swm_2" cannot take its place.',
    ]);
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { agent: 'a', task: 'first' }, 5000);
    expect(swarm.applyChanges(findChanges(other(), manifestOf(swarm)), 5000).refused).toEqual([]);
    expect(swarm.id).toBe('swm_2');
  });

  test('is refused if its decomposition is invalid, as are other changes without a swarm', () => {
    const swarm = new Swarm();
    const broken = { ...other(), decomposition: task('a', { dependencies: ['b'] }) };
    expect(swarm.applyChanges(findChanges(broken, null), 5000).refused[0]?.sentence).toBe(
      'The tasks of swarm "swm_2" cannot be worked on: "a" depends on "b", which is not a task.',
    );
    expect(swarm.applyChanges([{ change: 'goal', goal: 'x' }], 5000).refused[0]?.sentence).toBe('There is no swarm to change.');
    expect(swarm.id).toBeNull();
  });
});
