import { describe, expect, test } from 'vitest';
import { claimed, isFinished, root, statuses, swarmOf, task } from './make.ts';

const done = (swarm: ReturnType<typeof swarmOf>, agent: string, id: string) => swarm.apply('swarm.complete', { agent, task: id }, 2000);

describe('the status of a parent', () => {
  const tree = () => root(task('p', { children: [task('p1'), task('p2')] }), task('q'));

  test('is active if a child is active, at every level', () => {
    const swarm = swarmOf(tree());
    swarm.apply('swarm.claim', { agent: 'a', task: 'p1' }, 2000);
    expect(statuses(swarm)).toBe('root:active p:active p1:active p2:pending q:pending');
  });

  test('is pending again between two active children', () => {
    const swarm = swarmOf(tree());
    swarm.apply('swarm.claim', { agent: 'a', task: 'p1' }, 2000);
    done(swarm, 'a', 'p1');
    expect(statuses(swarm)).toBe('root:pending p:pending p1:done p2:pending q:pending');
  });

  test('is done if all children are done', () => {
    const swarm = swarmOf(tree());
    for (const id of ['p1', 'p2', 'q']) {
      swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
      done(swarm, 'a', id);
    }
    expect(statuses(swarm)).toBe('root:done p:done p1:done p2:done q:done');
    expect(isFinished(swarm)).toBe(true);
  });

  test('is done if some children are skipped, and skipped if all are', () => {
    const swarm = swarmOf(
      root(
        task('x'),
        task('p', { children: [task('p1'), task('p2', { dependencies: ['x'] })] }),
        task('q', { dependencies: ['x'], children: [task('q1'), task('q2')] }),
      ),
    );
    for (const id of ['x', 'p1']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    expect(swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'no' }, 2000)).toMatchObject({
      status: 'ok',
      skipped: ['p2', 'q1', 'q2'],
    });
    done(swarm, 'a', 'p1');
    expect(statuses(swarm)).toBe('root:failed x:failed p:done p1:done p2:skipped q:skipped q1:skipped q2:skipped');
  });

  test('of the root is skipped in an aborted swarm with unfinished tasks, until a task is retried', () => {
    const swarm = swarmOf(tree());
    swarm.apply('swarm.claim', { agent: 'a', task: 'p1' }, 2000);
    done(swarm, 'a', 'p1');
    expect(swarm.apply('swarm.abort', { by: 'person:ann', reason: 'enough' }, 2000)).toMatchObject({ status: 'ok', skipped: 2 });
    expect(statuses(swarm)).toBe('root:skipped p:done p1:done p2:skipped q:skipped');
    expect(swarm.apply('swarm.retry', { by: 'person:ann', task: 'q' }, 2000)).toMatchObject({ status: 'ok' });
    expect(statuses(swarm)).toBe('root:pending p:done p1:done p2:skipped q:pending');
  });

  test('is failed if a child failed and all have ended', () => {
    const swarm = swarmOf(tree());
    for (const id of ['p1', 'p2']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    swarm.apply('swarm.fail', { agent: 'a', task: 'p1', reason: 'no' }, 2000);
    expect(statuses(swarm)).toBe('root:active p:active p1:failed p2:active q:pending');
    done(swarm, 'a', 'p2');
    expect(statuses(swarm)).toBe('root:pending p:failed p1:failed p2:done q:pending');
  });
});

describe('dependencies', () => {
  test('are inherited by children and grandchildren', () => {
    const swarm = swarmOf(root(task('x'), task('p', { dependencies: ['x'], children: [task('q', { children: [task('leaf')] })] })));
    expect(swarm.apply('swarm.claim', { agent: 'a', task: 'leaf' }, 2000)).toMatchObject({
      status: 'refused',
      code: 'waits-for',
      dependencies: [{ task: 'x', status: 'pending', holders: [] }],
    });
    expect(claimed(swarm, 'a')).toBe('x');
    expect(claimed(swarm, 'b')).toBe('nothing-ready');
    done(swarm, 'a', 'x');
    expect(claimed(swarm, 'b')).toBe('leaf');
  });

  test('on a parent require the whole parent to be done', () => {
    const swarm = swarmOf(root(task('p', { children: [task('p1'), task('p2')] }), task('after', { dependencies: ['p'] })));
    for (const id of ['p1', 'p2']) {
      expect(claimed(swarm, 'a')).toBe(id);
      expect(swarm.apply('swarm.claim', { agent: 'b', task: 'after' }, 2000)).toMatchObject({
        code: 'waits-for',
        dependencies: [{ task: 'p', status: 'active' }],
      });
      done(swarm, 'a', id);
    }
    expect(claimed(swarm, 'b')).toBe('after');
  });

  test('named twice count once', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x', 'x'] })));
    expect(claimed(swarm, 'a')).toBe('x');
    done(swarm, 'a', 'x');
    expect(claimed(swarm, 'a')).toBe('y');
  });

  test('of a parent on several tasks all apply', () => {
    const swarm = swarmOf(root(task('x'), task('y'), task('p', { dependencies: ['x', 'y'], children: [task('leaf')] })));
    expect(claimed(swarm, 'a')).toBe('x');
    done(swarm, 'a', 'x');
    expect(swarm.apply('swarm.claim', { agent: 'b', task: 'leaf' }, 2000)).toMatchObject({
      code: 'waits-for',
      dependencies: [{ task: 'y' }],
    });
    expect([claimed(swarm, 'a'), claimed(swarm, 'b')]).toEqual(['y', 'nothing-ready']);
  });

  test('of a task and of its parent both apply', () => {
    const swarm = swarmOf(
      root(task('x'), task('y'), task('p', { dependencies: ['x'], children: [task('leaf', { dependencies: ['y'] })] })),
    );
    for (const id of ['x', 'y']) {
      expect(claimed(swarm, 'b')).toBe(id);
      done(swarm, 'b', id);
    }
    expect(claimed(swarm, 'b')).toBe('leaf');
  });
});

describe('a failed task', () => {
  test('skips its direct and indirect dependents, including through parents, and nothing else', () => {
    const swarm = swarmOf(
      root(
        task('x'),
        task('p', { dependencies: ['x'], children: [task('p1'), task('p2', { children: [task('p3')] })] }),
        task('after', { dependencies: ['p2'] }),
        task('later', { dependencies: ['after'] }),
        task('other'),
      ),
    );
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    expect(swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'broken' }, 2000)).toEqual({
      status: 'ok',
      task: 'x',
      taskStatus: 'failed',
      skipped: ['p1', 'p3', 'after', 'later'],
      again: false,
      warnings: [],
    });
    expect(statuses(swarm)).toBe(
      'root:pending x:failed p:skipped p1:skipped p2:skipped p3:skipped after:skipped later:skipped other:pending',
    );
    expect(swarm.progress()).toEqual({ total: 6, done: 0, active: 0, failed: 1, skipped: 4, pending: 1, percent: 0 });
  });

  test('unassigns its skipped dependents from their agent', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] })));
    swarm.apply('swarm.assign', { task: 'y', agent: 'b', by: 'queen' }, 2000);
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'no' }, 2000);
    expect(swarm.toManifest([])?.agents.map(({ assignedTasks }) => assignedTasks)).toEqual([[], [], []]);
    expect(swarm.apply('swarm.retire', { agent: 'b' }, 2000)).toMatchObject({ released: [] });
  });

  test('fails its parent once the siblings have ended, and then skips dependents of the parent', () => {
    const swarm = swarmOf(root(task('p', { children: [task('p1'), task('p2')] }), task('after', { dependencies: ['p'] })));
    for (const id of ['p1', 'p2']) swarm.apply('swarm.claim', { agent: 'a', task: id }, 2000);
    expect(swarm.apply('swarm.fail', { agent: 'a', task: 'p1', reason: 'no' }, 2000)).toMatchObject({ skipped: [] });
    done(swarm, 'a', 'p2');
    expect(statuses(swarm)).toBe('root:failed p:failed p1:failed p2:done after:skipped');
    expect(isFinished(swarm)).toBe(true);
  });

  test('skips a chain of 20,000 dependents at once', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => task(`t${index}`, { dependencies: index > 0 ? [`t${index - 1}`] : [] }));
    const swarm = swarmOf(root(...chain));
    expect(claimed(swarm, 'a')).toBe('t0');
    swarm.apply('swarm.fail', { agent: 'a', task: 't0', reason: 'no' }, 2000);
    expect(swarm.progress()).toMatchObject({ failed: 1, skipped: 19_999, pending: 0 });
    expect(isFinished(swarm)).toBe(true);
  });
});
