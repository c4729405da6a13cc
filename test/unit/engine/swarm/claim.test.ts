import { describe, expect, test } from 'vitest';
import { claimed, isFinished, manifestOf, root, swarmOf, task } from './make.ts';

describe('order', () => {
  test('is by priority, lowest number first', () => {
    const swarm = swarmOf(root(task('c', { priority: 5 }), task('a', { priority: 1 }), task('b', { priority: 1.5 })));
    expect(['a', 'b', 'c'].map((agent) => claimed(swarm, agent))).toEqual(['a', 'b', 'c']);
  });

  test('then by the longest chain of dependent estimates, including parents and inherited dependencies', () => {
    const swarm = swarmOf(
      root(
        task('last', { estimatedTokens: 5 }),
        task('big', { dependencies: ['last'], estimatedTokens: 9999, children: [task('big1', { estimatedTokens: 1 })] }),
        task('short', { estimatedTokens: 400 }),
        task('long', { estimatedTokens: 10 }),
        task('part', { children: [task('middle', { estimatedTokens: 100 })] }),
        task('p', { dependencies: ['long'], estimatedTokens: 9999, children: [task('p1', { estimatedTokens: 500 })] }),
        task('after', { dependencies: ['part'], estimatedTokens: 350 }),
      ),
      {},
      ['a', 'b', 'c', 'd'],
    );
    expect(['a', 'b', 'c', 'd'].map((agent) => claimed(swarm, agent))).toEqual(['long', 'middle', 'short', 'last']);
  });

  test('counts an estimate of 0 as 1, so that the longer chain comes first', () => {
    const swarm = swarmOf(
      root(
        task('a'),
        task('b'),
        task('b1', { dependencies: ['b'] }),
        task('b2', { dependencies: ['b1'] }),
        task('one', { estimatedTokens: 1 }),
      ),
    );
    expect(['a', 'b', 'c'].map((agent) => claimed(swarm, agent))).toEqual(['b', 'a', 'one']);
  });

  test('then by document order', () => {
    const swarm = swarmOf(root(task('p', { children: [task('one'), task('two')] }), task('three')));
    expect(['a', 'b', 'c'].map((agent) => claimed(swarm, agent))).toEqual(['one', 'two', 'three']);
  });
});

describe('claim under parallel', () => {
  test('returns all fields of the task, and makes it active', () => {
    const swarm = swarmOf(root(task('x', { priority: 2, estimatedTokens: 5 })));
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toEqual({
      status: 'ok',
      task: {
        id: 'x',
        description: 'do x',
        assignedTo: 'a',
        status: 'active',
        priority: 2,
        estimatedTokens: 5,
        dependencies: [],
        children: [],
      },
      before: [],
      lost: [],
      again: false,
      warnings: [],
    });
    expect(manifestOf(swarm).agents[0]).toEqual({
      id: 'a',
      role: 'worker',
      expertise: [],
      assignedTasks: ['x'],
      status: 'working',
      startedAt: 2000,
      tokensUsed: 0,
      costUsd: 0,
    });
  });

  test('prefers tasks assigned to the agent, and never returns tasks assigned to others', () => {
    const tasks = root(task('first', { priority: 1 }), task('second', { priority: 2 }), task('third', { priority: 9 }));
    const swarm = swarmOf(tasks, {}, ['a', 'b', 'c', 'd']);
    swarm.apply('swarm.assign', { task: 'third', agent: 'a', by: 'queen' }, 1500);
    swarm.apply('swarm.assign', { task: 'first', agent: 'b', by: 'queen' }, 1500);
    expect(['a', 'c', 'd', 'b'].map((agent) => claimed(swarm, agent))).toEqual(['third', 'second', 'nothing-ready', 'first']);
  });

  test('returns an unassigned task while the assigned one waits for dependencies', () => {
    const swarm = swarmOf(root(task('x'), task('mine', { priority: 1, dependencies: ['x'] })));
    swarm.apply('swarm.assign', { task: 'mine', agent: 'a', by: 'queen' }, 1500);
    expect(claimed(swarm, 'a')).toBe('x');
    swarm.apply('swarm.complete', { task: 'x', agent: 'a' }, 2000);
    expect(claimed(swarm, 'a')).toBe('mine');
  });

  test('names the first few active or startable tasks that the rest waits for', () => {
    const swarm = swarmOf(
      root(task('x'), task('y'), ...Array.from({ length: 9 }, (_, index) => task(`t${index}`, { dependencies: ['x'] }))),
    );
    swarm.apply('swarm.assign', { task: 'y', agent: 'b', by: 'queen' }, 1500);
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    expect(swarm.apply('swarm.claim', { agent: 'c' }, 2000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'nothing-ready',
      waitsFor: [
        { task: 'x', status: 'active', holders: ['a'] },
        { task: 'y', status: 'pending', holders: ['b'] },
      ],
      warnings: [],
    });
    swarm.apply('swarm.complete', { task: 'x', agent: 'a' }, 2000);
    for (let index = 0; index < 9; index += 1) swarm.apply('swarm.claim', { agent: 'a', task: `t${index}` }, 2000);
    const answer = swarm.apply('swarm.claim', { agent: 'c' }, 2000);
    expect(answer.status === 'none' && answer.reason === 'nothing-ready' && answer.waitsFor.map((open) => open.task)).toEqual([
      'y',
      't0',
      't1',
      't2',
      't3',
    ]);
  });

  test('reports the outcome when all tasks have ended', () => {
    const swarm = swarmOf(root(task('x')));
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { task: 'x', agent: 'a' }, 2000);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'all-done',
      outcome: 'done',
      isAborted: false,
      warnings: [],
    });
  });

  test('by name: accepts only a ready leaf that is free or assigned to the agent, and is idempotent', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] }), task('p', { children: [task('p1')] }), task('z')));
    swarm.apply('swarm.assign', { task: 'z', agent: 'b', by: 'queen' }, 1500);
    const code = (agent: string, name: string) => {
      const answer = swarm.apply('swarm.claim', { agent, task: name }, 2000);
      return answer.status === 'refused' ? answer.code : answer.status === 'ok' ? `ok ${answer.again}` : answer.reason;
    };
    expect(code('a', 'nowhere')).toBe('unknown-task');
    expect(code('a', 'p')).toBe('not-a-leaf');
    expect(code('a', 'y')).toBe('waits-for');
    expect(code('a', 'z')).toBe('not-yours');
    expect(code('b', 'z')).toBe('ok false');
    expect(code('a', 'x')).toBe('ok false');
    expect(code('a', 'x')).toBe('ok true');
    expect(code('b', 'x')).toBe('not-yours');
    swarm.apply('swarm.complete', { task: 'x', agent: 'a' }, 2000);
    expect(swarm.apply('swarm.claim', { agent: 'b', task: 'x' }, 2000)).toEqual({
      status: 'refused',
      code: 'already-ended',
      task: 'x',
      taskStatus: 'done',
      by: 'a',
      warnings: [],
    });
  });

  test('returns a task that another program marked active without a holder', () => {
    const active = () => swarmOf(root(task('x', { status: 'active' })));
    expect(active().apply('swarm.complete', { agent: 'a', task: 'x' }, 2000)).toMatchObject({
      code: 'not-yours',
      taskStatus: 'active',
      holder: null,
    });
    const swarm = active();
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({
      status: 'ok',
      task: { id: 'x', assignedTo: 'a' },
      again: false,
    });
    expect(claimed(swarm, 'b')).toBe('nothing-ready');
    expect(active().apply('swarm.claim', { agent: 'a', task: 'x' }, 2000)).toMatchObject({ status: 'ok', again: false });
    expect(swarm.apply('swarm.claim', { agent: 'b', task: 'x' }, 2000)).toMatchObject({ code: 'not-yours', holder: 'a' });
    expect(manifestOf(swarm).agents[0]).toMatchObject({ status: 'working', assignedTasks: ['x'] });
  });

  test('withholds a task that another program marked active until its dependencies are done', () => {
    const swarm = swarmOf(root(task('x'), task('y', { status: 'active', dependencies: ['x'] })));
    expect(claimed(swarm, 'a')).toBe('x');
    expect(claimed(swarm, 'b')).toBe('nothing-ready');
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 3000);
    expect(claimed(swarm, 'b')).toBe('y');
  });

  test('under hierarchical, asks the holder of the parent to assign a task marked active by another program', () => {
    const children = [task('p', { assignedTo: 'a', children: [task('x', { status: 'active' })] })];
    const swarm = swarmOf(root(...children), { strategy: 'hierarchical' });
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({
      reason: 'nothing-assigned',
      toGive: { task: 'p', unassigned: ['x'] },
    });
    swarm.apply('swarm.assign', { task: 'x', agent: 'b', by: 'a' }, 2000);
    expect(claimed(swarm, 'b')).toBe('x');
  });

  test('treats a root without children as a leaf', () => {
    const swarm = swarmOf(task('only'));
    expect(claimed(swarm, 'a')).toBe('only');
    swarm.apply('swarm.complete', { task: 'only', agent: 'a' }, 2000);
    expect(isFinished(swarm)).toBe(true);
  });

  test('returns the most urgent active task of the agent when repeated, even over budget', () => {
    const budget = { maxAgents: 100, maxTokens: 10, maxCostUsd: 1000, maxDurationMs: 1_000_000 };
    const swarm = swarmOf(root(task('x'), task('y'), task('z', { priority: 1 })), { budget });
    swarm.apply('swarm.claim', { agent: 'a', task: 'y' }, 2000);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({ status: 'ok', task: { id: 'y' }, again: true });
    swarm.apply('swarm.claim', { agent: 'a', task: 'z' }, 2000);
    swarm.apply('swarm.usage', { agent: 'a', tokens: 10, costUsd: 0 }, 2000);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({ status: 'ok', task: { id: 'z' }, again: true });
    swarm.apply('swarm.complete', { agent: 'a', task: 'z' }, 2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'y' }, 2000);
    expect(claimed(swarm, 'a')).toBe('over-budget');
  });

  test('lets an agent hold several tasks by name', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    for (const id of ['y', 'x']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    expect(manifestOf(swarm).agents[0]?.assignedTasks).toEqual(['x', 'y']);
  });
});
