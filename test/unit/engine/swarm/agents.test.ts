import { describe, expect, test } from 'vitest';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, creation, isFinished, manifestOf, root, statuses, swarmOf, task, tasksOf } from './make.ts';

const member = (swarm: Swarm, id: string) => manifestOf(swarm).agents.find((agent) => agent.id === id);

describe('create', () => {
  test('creates a swarm without making its coordinator a member', () => {
    const swarm = new Swarm();
    expect(swarm.create(creation(root(task('x'))), 1000)).toEqual({ status: 'ok', swarm: 'swm_1', warnings: [] });
    expect([swarm.id, swarm.coordinator, isFinished(swarm)]).toEqual(['swm_1', 'queen', false]);
    expect(swarm.apply('swarm.claim', { agent: 'queen' }, 1000)).toEqual({
      status: 'refused',
      code: 'unknown-agent',
      agent: 'queen',
      warnings: [],
    });
  });

  test('is refused while the previous swarm has unfinished work, and replaces it afterwards', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    const other = creation(task('only'), { swarm: 'swm_2' });
    claimed(swarm, 'a');
    expect(swarm.create(other, 2000)).toEqual({
      status: 'refused',
      code: 'swarm-running',
      swarm: 'swm_1',
      goal: 'build it',
      unfinished: 2,
      warnings: [],
    });
    swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'no' }, 2000);
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { agent: 'a', task: 'y' }, 2000);
    expect(swarm.create(other, 3000)).toMatchObject({ status: 'ok', swarm: 'swm_2' });
    expect(manifestOf(swarm)).toMatchObject({ id: 'swm_2', created: 3000, agents: [], budget: { spent: { agents: 0, durationMs: 0 } } });
  });

  test('is refused for an invalid decomposition', () => {
    const swarm = new Swarm();
    expect(swarm.create(creation(root(task('x', { dependencies: ['y'] }))), 1)).toEqual({
      status: 'refused',
      code: 'invalid-decomposition',
      problems: ['"x" depends on "y", which is not a task'],
      warnings: [],
    });
    expect(swarm.toManifest([])).toBeNull();
    expect(swarm.progress()).toBeNull();
  });

  test('keeps the status of done tasks, and reserves assigned tasks until their agent joins', () => {
    const swarm = swarmOf(root(task('x', { status: 'done', output: 1 }), task('y', { assignedTo: 'b', dependencies: ['x'] })));
    expect(statuses(swarm)).toBe('root:pending x:done y:pending');
    expect([claimed(swarm, 'a'), claimed(swarm, 'b')]).toEqual(['nothing-ready', 'y']);
  });
});

test('every operation is refused without a swarm', () => {
  const swarm = new Swarm();
  const nothing = { status: 'refused', code: 'no-swarm', warnings: [] };
  expect(swarm.apply('swarm.recruit', { agent: 'a', role: '', expertise: [] }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.retire', { agent: 'a' }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.assign', { agent: 'a', task: 'x', by: 'queen' }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.claim', { agent: 'a' }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.start', { agent: 'a', task: 'x' }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: '' }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 1, costUsd: 1 }, 1)).toEqual(nothing);
  expect(swarm.apply('swarm.activity', { agent: 'a' }, 1)).toEqual(nothing);
});

describe('recruit', () => {
  test('adds an agent once, and updates role and expertise when repeated', () => {
    const swarm = swarmOf(task('x'), {}, []);
    expect(swarm.apply('swarm.recruit', { agent: 'a', role: 'coder', expertise: ['go'] }, 1500)).toEqual({
      status: 'ok',
      agent: 'a',
      joined: 'new',
      warnings: [],
    });
    expect(member(swarm, 'a')).toEqual({
      id: 'a',
      role: 'coder',
      expertise: ['go'],
      assignedTasks: [],
      status: 'idle',
      tokensUsed: 0,
      costUsd: 0,
    });
    expect(swarm.apply('swarm.recruit', { agent: 'a', role: 'tester', expertise: ['js'] }, 1500)).toMatchObject({ joined: 'before' });
    expect(member(swarm, 'a')).toMatchObject({ role: 'tester', expertise: ['js'] });
    expect(manifestOf(swarm).budget.spent.agents).toBe(1);
  });

  test('is refused beyond maxAgents, which includes retired agents', () => {
    const budget = { maxAgents: 2, maxTokens: 100, maxCostUsd: 1, maxDurationMs: 100_000 };
    const swarm = swarmOf(task('x'), { budget }, ['a', 'b']);
    swarm.apply('swarm.retire', { agent: 'b' }, 1500);
    expect(swarm.apply('swarm.recruit', { agent: 'c', role: '', expertise: [] }, 1500)).toEqual({
      status: 'refused',
      code: 'full',
      agent: 'c',
      joined: 2,
      max: 2,
      warnings: [],
    });
    expect(swarm.apply('swarm.recruit', { agent: 'b', role: '', expertise: [] }, 1500)).toMatchObject({ status: 'ok', joined: 'again' });
    expect(manifestOf(swarm).budget.spent.agents).toBe(2);
  });
});

describe('retire', () => {
  test('releases active tasks, assigned tasks and assigned parent tasks of the agent', () => {
    const tree = root(task('x'), task('y'), task('z'), task('p', { children: [task('p1')] }));
    const swarm = swarmOf(tree, {}, ['a', 'b', 'c', 'd']);
    for (const id of ['x', 'y']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    for (const id of ['z', 'p']) swarm.apply('swarm.assign', { task: id, agent: 'a', by: 'queen' }, 2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'y', output: 'fine' }, 2500);
    expect(swarm.apply('swarm.retire', { agent: 'a' }, 3000)).toEqual({
      status: 'ok',
      agent: 'a',
      released: ['x', 'z', 'p'],
      again: false,
      decided: [],
      warnings: [],
    });
    expect(member(swarm, 'a')).toMatchObject({ status: 'done', completedAt: 3000, startedAt: 2000, assignedTasks: [] });
    const tasks = tasksOf(manifestOf(swarm));
    for (const id of ['x', 'z', 'p']) expect(tasks.get(id)).not.toHaveProperty('assignedTo');
    expect(tasks.get('y')).toMatchObject({ status: 'done', assignedTo: 'a' });
    expect(statuses(swarm)).toBe('root:pending x:pending y:done z:pending p:pending p1:pending');
    expect(['b', 'c', 'd'].map((agent) => claimed(swarm, agent))).toEqual(['x', 'z', 'p1']);
  });

  test('releases a task that another program assigned to an unknown agent, only for the coordinator', () => {
    const swarm = swarmOf(root(task('x', { assignedTo: 'ghost', status: 'active' })));
    expect(swarm.apply('swarm.retire', { agent: 'ghost' }, 2000)).toMatchObject({ code: 'unknown-agent' });
    expect(swarm.apply('swarm.retire', { agent: 'ghost', by: 'a' }, 2000)).toMatchObject({ code: 'not-yours-to-retire' });
    expect(swarm.apply('swarm.retire', { agent: 'ghost', by: 'queen' }, 2000)).toMatchObject({
      status: 'ok',
      released: ['x'],
      again: false,
    });
    expect(claimed(swarm, 'a')).toBe('x');
    expect(swarm.apply('swarm.retire', { agent: 'ghost', by: 'queen' }, 2000)).toMatchObject({ code: 'unknown-agent' });
  });

  test('makes further commands of the agent fail until it is recruited again', () => {
    const swarm = swarmOf(task('x'));
    swarm.apply('swarm.retire', { agent: 'a' }, 3000);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 3001)).toEqual({
      status: 'refused',
      code: 'retired',
      agent: 'a',
      since: 3000,
      warnings: [],
    });
    expect(swarm.apply('swarm.usage', { agent: 'a', tokens: 1, costUsd: 0 }, 3001)).toMatchObject({ code: 'retired' });
    expect(swarm.apply('swarm.activity', { agent: 'a' }, 3001)).toMatchObject({ code: 'retired' });
    expect(swarm.apply('swarm.retire', { agent: 'a' }, 3001)).toMatchObject({ status: 'ok', again: true });
    expect(swarm.apply('swarm.retire', { agent: 'nobody' }, 3001)).toMatchObject({ code: 'unknown-agent' });
    expect(swarm.apply('swarm.recruit', { agent: 'a', role: 'again', expertise: [] }, 3002)).toMatchObject({ joined: 'again' });
    expect(member(swarm, 'a')).not.toHaveProperty('completedAt');
    expect(claimed(swarm, 'a', 3003)).toBe('x');
  });
});

describe('complete and fail', () => {
  test('succeed only for the holder of an active leaf', () => {
    const swarm = swarmOf(root(task('x'), task('y'), task('p', { children: [task('p1')] })));
    const code = (agent: string, id: string) => {
      const answer = swarm.apply('swarm.complete', { agent, task: id }, 2000);
      return answer.status === 'refused' ? answer.code : `ok ${answer.again}`;
    };
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    swarm.apply('swarm.assign', { agent: 'b', task: 'y', by: 'queen' }, 2000);
    expect(code('a', 'nowhere')).toBe('unknown-task');
    expect(code('nobody', 'x')).toBe('unknown-agent');
    expect(code('a', 'p')).toBe('not-a-leaf');
    expect(code('b', 'y')).toBe('not-started');
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'p1' }, 2000)).toMatchObject({
      code: 'not-yours',
      holder: null,
      taskStatus: 'pending',
    });
    expect(swarm.apply('swarm.complete', { agent: 'b', task: 'x' }, 2000)).toMatchObject({
      code: 'not-yours',
      holder: 'a',
      taskStatus: 'active',
    });
    expect(swarm.apply('swarm.fail', { agent: 'b', task: 'x', reason: '' }, 2000)).toMatchObject({ code: 'not-yours' });
    expect(code('a', 'x')).toBe('ok false');
  });

  test('complete lists tasks whose dependencies are now done, including dependencies on a finished parent', () => {
    const waiting = ['l', 'p', 'both'].map((id) => task(id, { dependencies: { l: ['leaf'], p: ['p0'] }[id] ?? ['leaf', 'y'] }));
    const group = task('after', { dependencies: ['p0'], children: [task('in1'), task('in2', { dependencies: ['y'] })] });
    const swarm = swarmOf(root(task('p0', { children: [task('leaf')] }), task('y'), ...waiting, group));
    swarm.apply('swarm.claim', { agent: 'a', task: 'leaf' }, 2000);
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'leaf' }, 2000)).toMatchObject({ ready: ['l', 'p', 'in1'] });
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'leaf' }, 2000)).toMatchObject({ again: true, ready: [] });
  });

  test('are idempotent for the same result, and refuse another result or another agent', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    for (const id of ['x', 'y']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x', output: { files: 1 } }, 2000)).toEqual({
      status: 'ok',
      task: 'x',
      taskStatus: 'done',
      ready: [],
      again: false,
      warnings: [],
    });
    const { revision } = swarm;
    for (const said of [{}, { output: { files: 1 } }])
      expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x', ...said }, 2000)).toEqual({
        status: 'ok',
        task: 'x',
        taskStatus: 'done',
        ready: [],
        again: true,
        warnings: [],
      });
    for (const said of [{ output: 'other' }, { output: null }, { confidence: 0.9 }, { files: ['a.ts'] }])
      expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x', ...said }, 2000)).toEqual({
        status: 'refused',
        code: 'result-stays',
        task: 'x',
        agent: 'a',
        taskStatus: 'done',
        warnings: [],
      });
    expect(swarm.revision).toBe(revision);
    expect(tasksOf(manifestOf(swarm)).get('x')?.output).toEqual({ files: 1 });
    expect(swarm.apply('swarm.complete', { agent: 'b', task: 'x' }, 2000)).toEqual({
      status: 'refused',
      code: 'already-ended',
      task: 'x',
      taskStatus: 'done',
      by: 'a',
      warnings: [],
    });
    expect(swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'late' }, 2000)).toMatchObject({
      code: 'already-ended',
      taskStatus: 'done',
    });
    swarm.apply('swarm.fail', { agent: 'a', task: 'y', reason: 'no compiler' }, 2000);
    expect(swarm.apply('swarm.fail', { agent: 'a', task: 'y', reason: 'again' }, 2000)).toMatchObject({
      status: 'ok',
      again: true,
      skipped: [],
    });
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'y' }, 2000)).toMatchObject({ code: 'already-ended', taskStatus: 'failed' });
    expect(tasksOf(manifestOf(swarm)).get('y')).toMatchObject({ status: 'failed', assignedTo: 'a', output: { error: 'no compiler' } });
  });

  test('make the agent idle and empty its task list', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    for (const [at, id] of ['x', 'y'].entries()) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000 + at);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 2000);
    expect(member(swarm, 'a')).toMatchObject({ status: 'working', assignedTasks: ['y'], startedAt: 2000 });
    swarm.apply('swarm.complete', { agent: 'a', task: 'y' }, 2000);
    expect(member(swarm, 'a')).toMatchObject({ status: 'idle', assignedTasks: [] });
  });
});

describe('activity', () => {
  test('is updated by every record of an agent, even a refused one, and never decreases', () => {
    const swarm = swarmOf(root(task('x')));
    expect(swarm.lastActivity('a')).toBe(1000);
    swarm.apply('swarm.activity', { agent: 'a' }, 2000);
    expect(swarm.lastActivity('a')).toBe(2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 3000);
    expect([swarm.lastActivity('a'), swarm.lastActivity('b'), swarm.lastActivity('nobody')]).toEqual([3000, 1000, null]);
    swarm.apply('swarm.activity', { agent: 'a' }, 2500);
    expect(swarm.lastActivity('a')).toBe(3000);
  });

  test('is updated by a retirement for the agent that orders it, not for the retired agent', () => {
    const swarm = swarmOf(root(task('x')), { coordinator: 'c' });
    swarm.apply('swarm.retire', { agent: 'b', by: 'c' }, 2000);
    expect(swarm.apply('swarm.retire', { agent: 'c', by: 'a' }, 3000)).toMatchObject({ code: 'not-yours-to-retire', coordinator: 'c' });
    expect(swarm.apply('swarm.retire', { agent: 'c', by: 'person:kim' }, 4000)).toMatchObject({ status: 'ok', again: false });
    expect(['a', 'b', 'c'].map((agent) => swarm.lastActivity(agent))).toEqual([3000, 1000, 2000]);
    swarm.apply('swarm.retire', { agent: 'a' }, 5000);
    expect(swarm.lastActivity('a')).toBe(5000);
  });

  test('does not change the manifest', () => {
    const swarm = swarmOf(task('x'));
    const { revision } = swarm;
    expect(swarm.apply('swarm.activity', { agent: 'a' }, 2000)).toEqual({
      status: 'ok',
      agent: 'a',
      released: [],
      since: 1000,
      warnings: [],
    });
    expect(swarm.apply('swarm.activity', { agent: 'nobody' }, 2000)).toMatchObject({ code: 'unknown-agent' });
    expect(swarm.revision).toBe(revision);
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    expect(swarm.revision).toBeGreaterThan(revision);
  });
});

describe('an agent that was refused admission', () => {
  const refusing = () => {
    const swarm = swarmOf(root(task('x')), { admission: 'coordinator' }, []);
    swarm.apply('swarm.recruit', { agent: 'z', role: 'coder', expertise: [] }, 2000);
    return swarm;
  };
  const again = (swarm: Swarm) => swarm.apply('swarm.recruit', { agent: 'z', role: 'coder', expertise: [] }, 3000);
  const reloaded = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));

  test('stays refused until it is admitted, also after a restart', () => {
    const swarm = refusing();
    swarm.apply('swarm.admit', { agent: 'z', by: 'queen', refused: true, reason: 'enough', stands: true }, 2000);
    expect(again(swarm)).toMatchObject({ code: 'refused', by: 'queen', reason: 'enough' });
    expect(again(reloaded(swarm))).toMatchObject({ code: 'refused', by: 'queen', reason: 'enough' });
    expect(swarm.apply('swarm.admit', { agent: 'z', by: 'queen', refused: false }, 3000)).toMatchObject({ status: 'ok', admitted: true });
    expect(swarm.apply('swarm.claim', { agent: 'z' }, 3000)).toMatchObject({ status: 'ok' });
  });

  test('may ask again if an earlier version recorded the refusal', () => {
    const swarm = refusing();
    swarm.apply('swarm.admit', { agent: 'z', by: 'queen', refused: true }, 2000);
    expect(again(swarm)).toMatchObject({ code: 'awaits-admission' });
  });
});
