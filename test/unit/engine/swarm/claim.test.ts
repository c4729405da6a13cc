import { describe, expect, test } from 'vitest';
import { claimed, isFinished, manifestOf, root, swarmOf, task } from './make.ts';

describe('order', () => {
  test('priority, lower first', () => {
    const swarm = swarmOf(root(task('c', { priority: 5 }), task('a', { priority: 1 }), task('b', { priority: 1.5 })));
    expect(['a', 'b', 'c'].map((agent) => claimed(swarm, agent))).toEqual(['a', 'b', 'c']);
  });

  test('then the longest chain of estimates through what waits for it, parents and inherited dependencies included', () => {
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

  test('an estimate of 0 counts as 1: the longer chain first', () => {
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

  test('then document order', () => {
    const swarm = swarmOf(root(task('p', { children: [task('one'), task('two')] }), task('three')));
    expect(['a', 'b', 'c'].map((agent) => claimed(swarm, agent))).toEqual(['one', 'two', 'three']);
  });
});

describe('claim under parallel', () => {
  test('gives the task with everything that the seed knows, and makes it active', () => {
    const swarm = swarmOf(root(task('x', { priority: 2, estimatedTokens: 5 })));
    expect(swarm.claim({ agent: 'a' }, 2000)).toEqual({
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

  test('prefers what is assigned to the agent, and never gives what is assigned to another', () => {
    const tasks = root(task('first', { priority: 1 }), task('second', { priority: 2 }), task('third', { priority: 9 }));
    const swarm = swarmOf(tasks, {}, ['a', 'b', 'c', 'd']);
    swarm.assign({ task: 'third', agent: 'a', by: 'queen' }, 1500);
    swarm.assign({ task: 'first', agent: 'b', by: 'queen' }, 1500);
    expect(['a', 'c', 'd', 'b'].map((agent) => claimed(swarm, agent))).toEqual(['third', 'second', 'nothing-ready', 'first']);
  });

  test('falls back to what is free while its own waits', () => {
    const swarm = swarmOf(root(task('x'), task('mine', { priority: 1, dependencies: ['x'] })));
    swarm.assign({ task: 'mine', agent: 'a', by: 'queen' }, 1500);
    expect(claimed(swarm, 'a')).toBe('x');
    swarm.complete({ task: 'x', agent: 'a' }, 2000);
    expect(claimed(swarm, 'a')).toBe('mine');
  });

  test('says what is waited for, the first few: what is in work and what others could begin', () => {
    const swarm = swarmOf(
      root(task('x'), task('y'), ...Array.from({ length: 9 }, (_, index) => task(`t${index}`, { dependencies: ['x'] }))),
    );
    swarm.assign({ task: 'y', agent: 'b', by: 'queen' }, 1500);
    swarm.claim({ agent: 'a' }, 2000);
    expect(swarm.claim({ agent: 'c' }, 2000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'nothing-ready',
      waitsFor: [
        { task: 'x', status: 'active', holders: ['a'] },
        { task: 'y', status: 'pending', holders: ['b'] },
      ],
      warnings: [],
    });
    swarm.complete({ task: 'x', agent: 'a' }, 2000);
    for (let index = 0; index < 9; index += 1) swarm.claim({ agent: 'a', task: `t${index}` }, 2000);
    const answer = swarm.claim({ agent: 'c' }, 2000);
    expect(answer.status === 'none' && answer.reason === 'nothing-ready' && answer.waitsFor.map((open) => open.task)).toEqual([
      'y',
      't0',
      't1',
      't2',
      't3',
    ]);
  });

  test('says that everything has ended, and how', () => {
    const swarm = swarmOf(root(task('x')));
    claimed(swarm, 'a');
    swarm.complete({ task: 'x', agent: 'a' }, 2000);
    expect(swarm.claim({ agent: 'a' }, 2000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'all-done',
      outcome: 'done',
      isAborted: false,
      warnings: [],
    });
  });

  test('by name: only a ready leaf that is free or its own, and a second time is no other claim', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] }), task('p', { children: [task('p1')] }), task('z')));
    swarm.assign({ task: 'z', agent: 'b', by: 'queen' }, 1500);
    const code = (agent: string, name: string) => {
      const answer = swarm.claim({ agent, task: name }, 2000);
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
    swarm.complete({ task: 'x', agent: 'a' }, 2000);
    expect(swarm.claim({ agent: 'b', task: 'x' }, 2000)).toEqual({
      status: 'refused',
      code: 'already-ended',
      task: 'x',
      taskStatus: 'done',
      by: 'a',
      warnings: [],
    });
  });

  test('also what another program wrote as active and nobody has', () => {
    const active = () => swarmOf(root(task('x', { status: 'active' })));
    expect(active().complete({ agent: 'a', task: 'x' }, 2000)).toMatchObject({ code: 'not-yours', taskStatus: 'active', holder: null });
    const swarm = active();
    expect(swarm.claim({ agent: 'a' }, 2000)).toMatchObject({ status: 'ok', task: { id: 'x', assignedTo: 'a' }, again: false });
    expect(claimed(swarm, 'b')).toBe('nothing-ready');
    expect(active().claim({ agent: 'a', task: 'x' }, 2000)).toMatchObject({ status: 'ok', again: false });
    expect(swarm.claim({ agent: 'b', task: 'x' }, 2000)).toMatchObject({ code: 'not-yours', holder: 'a' });
    expect(manifestOf(swarm).agents[0]).toMatchObject({ status: 'working', assignedTasks: ['x'] });
  });

  test('not what another program wrote as active before what it depends on has ended', () => {
    const swarm = swarmOf(root(task('x'), task('y', { status: 'active', dependencies: ['x'] })));
    expect(claimed(swarm, 'a')).toBe('x');
    expect(claimed(swarm, 'b')).toBe('nothing-ready');
    swarm.complete({ agent: 'a', task: 'x' }, 3000);
    expect(claimed(swarm, 'b')).toBe('y');
  });

  test('under hierarchical, who coordinates is told to assign it', () => {
    const children = [task('p', { assignedTo: 'a', children: [task('x', { status: 'active' })] })];
    const swarm = swarmOf(root(...children), { strategy: 'hierarchical' });
    expect(swarm.claim({ agent: 'a' }, 2000)).toMatchObject({ reason: 'nothing-assigned', toGive: { task: 'p', unassigned: ['x'] } });
    swarm.assign({ task: 'x', agent: 'b', by: 'a' }, 2000);
    expect(claimed(swarm, 'b')).toBe('x');
  });

  test('a root without children is a leaf', () => {
    const swarm = swarmOf(task('only'));
    expect(claimed(swarm, 'a')).toBe('only');
    swarm.complete({ task: 'only', agent: 'a' }, 2000);
    expect(isFinished(swarm)).toBe(true);
  });

  test('an agent that asks again gets what it works on, the most urgent first; also when the budget is used up', () => {
    const budget = { maxAgents: 100, maxTokens: 10, maxCostUsd: 1000, maxDurationMs: 1_000_000 };
    const swarm = swarmOf(root(task('x'), task('y'), task('z', { priority: 1 })), { budget });
    swarm.claim({ agent: 'a', task: 'y' }, 2000);
    expect(swarm.claim({ agent: 'a' }, 2000)).toMatchObject({ status: 'ok', task: { id: 'y' }, again: true });
    swarm.claim({ agent: 'a', task: 'z' }, 2000);
    swarm.usage({ agent: 'a', tokens: 10, costUsd: 0 }, 2000);
    expect(swarm.claim({ agent: 'a' }, 2000)).toMatchObject({ status: 'ok', task: { id: 'z' }, again: true });
    swarm.complete({ agent: 'a', task: 'z' }, 2000);
    swarm.complete({ agent: 'a', task: 'y' }, 2000);
    expect(claimed(swarm, 'a')).toBe('over-budget');
  });

  test('an agent may hold several, by name', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    for (const id of ['y', 'x']) swarm.claim({ agent: 'a', task: id }, 2000);
    expect(manifestOf(swarm).agents[0]?.assignedTasks).toEqual(['x', 'y']);
  });
});
