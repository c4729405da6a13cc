import { expect, test } from 'vitest';
import { claimed, root, statuses, swarmOf, task } from './make.ts';

const options = { strategy: 'pipeline' } as const;

test('runs one task at a time, in document order, regardless of priorities', () => {
  const swarm = swarmOf(
    root(task('p', { children: [task('one', { priority: 9 }), task('two')] }), task('three', { priority: 1 })),
    options,
  );
  expect(claimed(swarm, 'a')).toBe('one');
  expect(swarm.apply('swarm.claim', { agent: 'b' }, 2000)).toMatchObject({
    reason: 'nothing-ready',
    waitsFor: [{ task: 'one', status: 'active', holders: ['a'] }],
  });
  expect(swarm.apply('swarm.claim', { agent: 'b', task: 'three' }, 2000)).toMatchObject({
    code: 'waits-for',
    dependencies: [{ task: 'two' }],
  });
  expect(swarm.apply('swarm.complete', { agent: 'a', task: 'one' }, 2000)).toMatchObject({ ready: ['two'] });
  expect(claimed(swarm, 'b')).toBe('two');
  swarm.apply('swarm.complete', { agent: 'b', task: 'two' }, 2000);
  expect(claimed(swarm, 'c')).toBe('three');
});

test('gives each task the results of up to a hundred tasks before it', () => {
  const tasks = Array.from({ length: 103 }, (_, n) => task(`t${n}`));
  const swarm = swarmOf(root(...tasks), options);
  for (const [n, { id }] of tasks.entries()) {
    const answer = swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    const before = answer.status === 'ok' ? answer.before : [];
    expect(before.map((result) => result.task)).toEqual(tasks.slice(Math.max(0, n - 100), n).map((each) => each.id));
    if (n === 2) {
      expect(before).toEqual([
        { task: 't0', agent: 'a', output: { n: 0 } },
        { task: 't1', agent: 'a', output: { n: 1 } },
      ]);
    }
    swarm.apply('swarm.complete', { agent: 'a', task: id, output: { n } }, 2000);
  }
});

test('a failure skips later tasks until it is retried', () => {
  const swarm = swarmOf(root(task('one'), task('two'), task('three')), options);
  swarm.apply('swarm.claim', { agent: 'a' }, 2000);
  expect(swarm.apply('swarm.fail', { agent: 'a', task: 'one', reason: 'no' }, 2000)).toMatchObject({ skipped: ['two', 'three'] });
  expect(swarm.apply('swarm.retry', { task: 'one', by: 'queen' }, 3000)).toMatchObject({ status: 'ok', count: 2 });
  expect(statuses(swarm)).toBe('root:pending one:pending two:pending three:pending');
  expect(claimed(swarm, 'b', 3000)).toBe('one');
});

test('rejects a dependency on a later task', () => {
  const swarm = swarmOf(root(), options);
  const late = root(task('one', { dependencies: ['p'] }), task('p', { children: [task('two')] }), task('three', { dependencies: ['one'] }));
  swarm.apply('swarm.abort', { by: 'queen', reason: 'other tasks' }, 2000);
  expect(
    swarm.create(
      {
        swarm: 'swm_2',
        task: 't',
        coordinator: 'queen',
        strategy: 'pipeline',
        decomposition: late,
        mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
        budget: { maxAgents: 1, maxTokens: 1, maxCostUsd: 1, maxDurationMs: 1 },
      },
      3000,
    ),
  ).toMatchObject({ code: 'invalid-decomposition', problems: ['"one" depends on "p", which comes after it in the pipeline'] });
});

test('a split task keeps its place in the sequence', () => {
  const swarm = swarmOf(root(task('one'), task('two'), task('three')), options);
  swarm.apply('swarm.claim', { agent: 'a' }, 2000);
  swarm.apply('swarm.complete', { agent: 'a', task: 'one' }, 2000);
  swarm.apply('swarm.claim', { agent: 'a' }, 2000);
  expect(
    swarm.apply('swarm.decompose', { task: 'two', by: 'a', children: [task('x'), task('y', { children: [task('z')] })] }, 2000),
  ).toMatchObject({
    added: 3,
  });
  for (const id of ['x', 'z', 'three']) {
    expect(claimed(swarm, 'b')).toBe(id);
    expect(claimed(swarm, 'c')).toBe('nothing-ready');
    swarm.apply('swarm.complete', { agent: 'b', task: id }, 2000);
  }
  expect(statuses(swarm)).toBe('root:done one:done two:done x:done y:done z:done three:done');
});
