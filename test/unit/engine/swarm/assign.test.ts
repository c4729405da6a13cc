import { describe, expect, test } from 'vitest';
import { claimed, manifestOf, root, statuses, swarmOf, task, tasksOf } from './make.ts';

describe('claim under hierarchical', () => {
  const options = { strategy: 'hierarchical' as const };

  test('returns only assigned tasks', () => {
    const swarm = swarmOf(root(task('x'), task('y', { priority: 1 })), options);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toEqual({
      status: 'none',
      lost: [],
      reason: 'nothing-assigned',
      coordinator: 'queen',
      warnings: [],
    });
    expect(swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000)).toMatchObject({ code: 'not-assigned', coordinator: 'queen' });
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000);
    expect(claimed(swarm, 'b')).toBe('nothing-assigned');
    expect(claimed(swarm, 'a')).toBe('x');
  });

  test('returns the most urgent ready task, and names the dependencies of the others', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'], priority: 1 }), task('z', { priority: 9 })), options);
    for (const id of ['y', 'z']) swarm.apply('swarm.assign', { task: id, agent: 'a', by: 'queen' }, 2000);
    expect(claimed(swarm, 'a')).toBe('z');
    swarm.apply('swarm.complete', { agent: 'a', task: 'z' }, 2000);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({
      reason: 'nothing-ready',
      waitsFor: [{ task: 'x', status: 'pending', holders: [] }],
    });
  });

  test('lets the holder of a parent task assign its subtasks at any depth', () => {
    const swarm = swarmOf(root(task('p', { children: [task('q', { children: [task('leaf')] })] }), task('other')), options);
    expect(swarm.apply('swarm.assign', { task: 'leaf', agent: 'c', by: 'a' }, 2000)).toEqual({
      status: 'refused',
      code: 'not-coordinator',
      by: 'a',
      task: 'leaf',
      coordinator: 'queen',
      holders: [],
      warnings: [],
    });
    swarm.apply('swarm.assign', { task: 'p', agent: 'a', by: 'queen' }, 2000);
    expect(claimed(swarm, 'a')).toBe('nothing-assigned');
    expect(swarm.apply('swarm.assign', { task: 'q', agent: 'b', by: 'a' }, 2000)).toMatchObject({ status: 'ok' });
    expect(swarm.apply('swarm.assign', { task: 'leaf', agent: 'c', by: 'b' }, 2000)).toMatchObject({ status: 'ok' });
    expect(swarm.apply('swarm.assign', { task: 'leaf', agent: 'c', by: 'a' }, 2000)).toMatchObject({ status: 'ok', again: true });
    expect(swarm.apply('swarm.assign', { task: 'other', agent: 'c', by: 'a' }, 2000)).toMatchObject({ code: 'not-coordinator' });
    expect(swarm.apply('swarm.assign', { task: 'p', agent: 'b', by: 'a' }, 2000)).toMatchObject({ code: 'not-coordinator' });
    expect(claimed(swarm, 'c')).toBe('leaf');
    expect(statuses(swarm)).toBe('root:active p:active q:active leaf:active other:pending');
    expect(manifestOf(swarm).agents.map(({ assignedTasks, status }) => [assignedTasks, status])).toEqual([
      [['p'], 'idle'],
      [['q'], 'idle'],
      [['leaf'], 'working'],
    ]);
  });
});

describe('assign', () => {
  test('is allowed for the coordinator, a person and holders of a parent task, also under parallel', () => {
    const swarm = swarmOf(root(task('x')));
    expect(swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'b' }, 2000)).toMatchObject({ code: 'not-coordinator' });
    expect(swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000)).toEqual({
      status: 'ok',
      task: 'x',
      agent: 'a',
      previous: null,
      again: false,
      warnings: [],
    });
    expect(swarm.apply('swarm.assign', { task: 'x', agent: 'b', by: 'person:ada' }, 2000)).toMatchObject({ previous: 'a' });
    expect(tasksOf(manifestOf(swarm)).get('x')).toMatchObject({ assignedTo: 'b', status: 'pending' });
    expect([claimed(swarm, 'a'), claimed(swarm, 'b')]).toEqual(['nothing-ready', 'x']);
  });

  test('is refused for unknown tasks and agents, retired agents, active tasks and ended tasks', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    const code = (id: string, agent: string) => {
      const answer = swarm.apply('swarm.assign', { task: id, agent, by: 'queen' }, 2000);
      return answer.status === 'refused' ? answer.code : 'ok';
    };
    swarm.apply('swarm.retire', { agent: 'c' }, 2000);
    expect([code('nowhere', 'a'), code('x', 'nobody'), code('x', 'c')]).toEqual(['unknown-task', 'unknown-agent', 'retired']);
    claimed(swarm, 'a');
    expect(swarm.apply('swarm.assign', { task: 'x', agent: 'b', by: 'queen' }, 2000)).toMatchObject({ code: 'in-work', holder: 'a' });
    expect(swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000)).toMatchObject({ status: 'ok', again: true });
    swarm.apply('swarm.complete', { task: 'x', agent: 'a' }, 2000);
    expect(code('x', 'b')).toBe('already-ended');
  });
});

describe('start', () => {
  test('makes an assigned pending task active', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] })));
    const code = (agent: string, id: string) => {
      const answer = swarm.apply('swarm.start', { agent, task: id }, 2000);
      return answer.status === 'refused' ? answer.code : `ok ${answer.again}`;
    };
    expect(code('a', 'x')).toBe('not-assigned');
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000);
    swarm.apply('swarm.assign', { task: 'y', agent: 'a', by: 'queen' }, 2000);
    expect([code('b', 'x'), code('a', 'y'), code('nobody', 'x'), code('a', 'x'), code('a', 'x')]).toEqual([
      'not-yours',
      'waits-for',
      'unknown-agent',
      'ok false',
      'ok true',
    ]);
    expect(statuses(swarm)).toBe('root:active x:active y:pending');
  });
});
