import { describe, expect, test } from 'vitest';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import type { SwarmInput } from '../../../../src/engine/swarm/state/swarm-records.ts';
import { claimed, manifestOf, root, statuses, swarmOf, task } from './make.ts';

const reloaded = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
const MINUTE = 60_000;

describe('pause and resume', () => {
  test('a pause stops assignments and the clock of the budget, and lets active tasks continue', () => {
    const budget = { maxAgents: 100, maxTokens: 1_000_000, maxCostUsd: 1000, maxDurationMs: 10_000 };
    let swarm = swarmOf(root(task('x'), task('y')), { budget });
    claimed(swarm, 'a');
    expect(swarm.apply('swarm.pause', { by: 'b', reason: 'tea' }, 3000)).toMatchObject({ code: 'not-in-charge', coordinator: 'queen' });
    expect(swarm.apply('swarm.pause', { by: 'queen', reason: 'tea' }, 3000)).toMatchObject({ status: 'ok', since: 3000, again: false });
    expect(swarm.apply('swarm.pause', { by: 'person:kim', reason: 'more tea' }, 3500)).toMatchObject({
      since: 3000,
      by: 'queen',
      again: true,
    });
    swarm = reloaded(swarm);
    const pause = { by: 'queen', reason: 'tea', at: 3000 };
    expect(swarm.apply('swarm.claim', { agent: 'b' }, 4000)).toMatchObject({ reason: 'paused', pause });
    expect(swarm.apply('swarm.claim', { agent: 'b', task: 'y' }, 4000)).toMatchObject({ code: 'paused', pause });
    expect(swarm.apply('swarm.assign', { task: 'y', agent: 'b', by: 'queen' }, 4000)).toMatchObject({ code: 'paused' });
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 50_000)).toMatchObject({ status: 'ok' });
    expect(manifestOf(swarm).budget.spent.durationMs).toBe(2000);
    expect(swarm.apply('swarm.resume', { by: 'queen' }, 103_000)).toMatchObject({ pausedMs: 100_000, again: false });
    expect(swarm.apply('swarm.resume', { by: 'queen' }, 103_000)).toMatchObject({ again: true });
    swarm = reloaded(swarm);
    expect(claimed(swarm, 'b', 104_000)).toBe('y');
    expect(manifestOf(swarm).budget.spent.durationMs).toBe(3000);
    expect(claimed(swarm, 'c', 111_000)).toBe('over-budget');
  });
});

describe('resume of a swarm that finished while paused', () => {
  test('reports that it has finished, and ends the pause, so that a retried task can be claimed', () => {
    const swarm = swarmOf(root(task('x'), task('y')));
    claimed(swarm, 'a');
    claimed(swarm, 'b');
    swarm.apply('swarm.fail', { agent: 'b', task: 'y', reason: 'no' }, 2500);
    swarm.apply('swarm.pause', { by: 'queen', reason: 'tea' }, 3000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 4000);
    expect(swarm.apply('swarm.resume', { by: 'queen' }, 5000)).toMatchObject({ finished: true, again: false });
    swarm.apply('swarm.retry', { task: 'y', by: 'queen' }, 6000);
    expect(claimed(swarm, 'b', 6000)).toBe('y');
    expect(swarm.apply('swarm.resume', { by: 'queen' }, 7000)).toMatchObject({ finished: false, again: true });
  });
});

describe('abort', () => {
  test('skips unfinished tasks, and allows another swarm', () => {
    const swarm = swarmOf(root(task('x'), task('y'), task('z')));
    claimed(swarm, 'a');
    claimed(swarm, 'b');
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 2000);
    expect(swarm.apply('swarm.abort', { by: 'a', reason: 'no' }, 3000)).toMatchObject({ code: 'not-in-charge' });
    expect(swarm.apply('swarm.abort', { by: 'person:kim', reason: 'no' }, 3000)).toMatchObject({ status: 'ok', skipped: 2 });
    expect(statuses(swarm)).toBe('root:skipped x:done y:skipped z:skipped');
    expect(swarm.apply('swarm.complete', { agent: 'b', task: 'y' }, 3000)).toMatchObject({ code: 'already-ended' });
    expect(claimed(swarm, 'b', 3000)).toBe('all-done');
    expect(swarm.apply('swarm.abort', { by: 'queen', reason: 'no' }, 3000)).toMatchObject({ code: 'aborted', by: 'person:kim' });
    expect(manifestOf(reloaded(swarm)).budget.spent.durationMs).toBe(2000);
  });

  test('closes open ballots and merges', () => {
    const mergePolicy = { strategy: 'human_review', conflictResolution: 'last_write', requireHumanApproval: false } as const;
    const swarm = swarmOf(root(task('x')), { mergePolicy });
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 2000);
    expect(swarm.apply('swarm.abort', { by: 'queen', reason: 'nobody approves' }, 3000)).toMatchObject({ status: 'ok', skipped: 0 });
    expect(claimed(reloaded(swarm), 'a', 3000)).toBe('all-done');
  });
});

describe('retry', () => {
  const failed = () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] }), task('z', { dependencies: ['y'] }), task('w')));
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
    swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'no' }, 3000);
    return swarm;
  };

  test('makes a task and its skipped dependents pending again', () => {
    const swarm = reloaded(failed());
    expect(statuses(swarm)).toBe('root:pending x:failed y:skipped z:skipped w:pending');
    expect(swarm.apply('swarm.retry', { task: 'z', by: 'queen' }, 4000)).toMatchObject({
      code: 'waits-for',
      dependencies: [{ task: 'x', status: 'failed' }],
    });
    expect(swarm.apply('swarm.retry', { task: 'w', by: 'queen' }, 4000)).toMatchObject({ code: 'not-failed', taskStatus: 'pending' });
    expect(swarm.apply('swarm.retry', { task: 'x', by: 'b' }, 4000)).toMatchObject({
      code: 'not-in-charge',
      coordinator: 'queen',
      others: ['a'],
    });
    expect(swarm.apply('swarm.retry', { task: 'x', by: 'a' }, 4000), 'the agent that failed it').toMatchObject({
      revived: ['y', 'z'],
      count: 2,
      resumed: false,
    });
    expect(statuses(swarm)).toBe('root:pending x:pending y:pending z:pending w:pending');
    expect(manifestOf(swarm).decomposition.children[0]).not.toHaveProperty('output');
    expect(manifestOf(swarm).decomposition.children[0]).not.toHaveProperty('assignedTo');
    for (const id of ['x', 'w']) swarm.apply('swarm.claim', { agent: 'b', task: id }, 5000);
    expect(swarm.apply('swarm.complete', { agent: 'b', task: 'x' }, 5000)).toMatchObject({ ready: ['y'] });
  });

  test('names the aborted tasks that must be retried first, also indirect ones', () => {
    const parent = { ...task('p'), children: [task('p1'), task('p2')] };
    const swarm = swarmOf(root(parent, task('y', { dependencies: ['p'] }), task('z', { dependencies: ['y'] })));
    swarm.apply('swarm.claim', { agent: 'a', task: 'p1' }, 2000);
    swarm.apply('swarm.abort', { by: 'queen', reason: 'enough' }, 3000);
    expect(swarm.apply('swarm.retry', { task: 'z', by: 'queen' }, 4000)).toMatchObject({ dependencies: [{ task: 'p1' }, { task: 'p2' }] });
    expect(swarm.apply('swarm.retry', { task: 'p1', by: 'queen' }, 4000)).toMatchObject({ revived: ['y', 'z'], resumed: true });
    expect(statuses(swarm)).toBe('root:pending p:pending p1:pending p2:skipped y:pending z:pending');
  });

  test('continues a finished swarm, and excludes the time between', () => {
    const swarm = failed();
    swarm.apply('swarm.claim', { agent: 'b', task: 'w' }, 3000);
    swarm.apply('swarm.complete', { agent: 'b', task: 'w' }, 4000);
    expect(claimed(swarm, 'b', 4000)).toBe('all-done');
    swarm.apply('swarm.retry', { task: 'x', by: 'queen' }, 100_000);
    expect(claimed(swarm, 'b', 101_000)).toBe('x');
    expect(manifestOf(swarm).budget.spent.durationMs).toBe(4000);
    expect(manifestOf(reloaded(swarm)).budget.spent.durationMs).toBe(4000);
  });
});

describe('decompose', () => {
  test('turns a claimed task into a parent that its holder keeps, and its dependents wait for its children', () => {
    let swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] })));
    claimed(swarm, 'a');
    expect(swarm.apply('swarm.decompose', { task: 'x', by: 'b', children: [task('x1')] }, 2000)).toMatchObject({
      code: 'in-work',
      holder: 'a',
    });
    expect(swarm.apply('swarm.decompose', { task: 'x', by: 'queen', children: [task('x1')] }, 2000)).toMatchObject({
      code: 'in-work',
      holder: 'a',
    });
    const children = [task('x1'), task('x2', { dependencies: ['x1'] })];
    expect(swarm.apply('swarm.decompose', { task: 'x', by: 'a', children }, 2000)).toMatchObject({ status: 'ok', added: 2 });
    swarm = reloaded(swarm);
    expect(statuses(swarm)).toBe('root:pending x:pending x1:pending x2:pending y:pending');
    expect(manifestOf(swarm).agents[0]).toMatchObject({ assignedTasks: ['x'], status: 'idle' });
    for (const id of ['x1', 'x2', 'y']) {
      expect(claimed(swarm, 'c')).toBe(id);
      swarm.apply('swarm.complete', { agent: 'c', task: id }, 3000);
    }
    expect(statuses(swarm)).toBe('root:done x:done x1:done x2:done y:done');
  });

  test('under hierarchical, lets the holder assign the new tasks', () => {
    const swarm = swarmOf(root(task('x')), { strategy: 'hierarchical' });
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000);
    swarm.apply('swarm.start', { task: 'x', agent: 'a' }, 2000);
    swarm.apply('swarm.decompose', { task: 'x', by: 'a', children: [task('x1')] }, 2000);
    expect(swarm.apply('swarm.assign', { task: 'x1', agent: 'b', by: 'a' }, 2000)).toMatchObject({ status: 'ok' });
    expect(claimed(swarm, 'b')).toBe('x1');
  });

  test('refuses inconsistent tasks with their ids', () => {
    const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] }), task('z')));
    const problems = (children: SwarmInput<'swarm.decompose'>['children']) => {
      const answer = swarm.apply('swarm.decompose', { task: 'x', by: 'queen', children }, 2000);
      return answer.status === 'refused' && answer.code === 'invalid-decomposition' ? answer.problems : answer.status;
    };
    expect(problems([task('z')])).toEqual(['there is a task "z" already']);
    expect(problems([task('n'), task('n')])).toEqual(['more than one task has the id "n"']);
    expect(problems([task('n', { dependencies: ['y'] })])).toEqual(['tasks wait for each other: "n" depends on "y", which waits for "x"']);
    expect(problems([task('n', { dependencies: ['x'] })])).toEqual(['"n" depends on "x", which it is a part of']);
    expect(problems([task('n', { dependencies: ['nothing'] })])).toEqual(['"n" depends on "nothing", which is not a task']);
    expect(problems([task('n', { dependencies: ['m'] }), task('m', { dependencies: ['n'] })])).toEqual([
      'tasks wait for each other: n → m → n',
    ]);
    expect(statuses(swarm)).toBe('root:pending x:pending y:pending z:pending');
    expect(problems([task('n', { dependencies: ['z'] })])).toBe('ok');
  });

  test('appends to a parent that has not ended', () => {
    const swarm = swarmOf(root(task('x')));
    claimed(swarm, 'a');
    for (const id of ['y', 'z'])
      expect(swarm.apply('swarm.decompose', { task: 'root', by: 'queen', children: [task(id)] }, 2000)).toMatchObject({ added: 1 });
    expect(statuses(swarm)).toBe('root:active x:active y:pending z:pending');
    expect(['b', 'c'].map((agent) => claimed(swarm, agent))).toEqual(['y', 'z']);
  });

  test('keeps the order after a thousand additions in the same place', () => {
    const swarm = swarmOf(root(task('t0'), task('last')));
    for (let n = 0; n < 1000; n += 1) {
      expect(
        swarm.apply('swarm.decompose', { task: n === 0 ? 'root' : 'p', by: 'queen', children: [task(n === 0 ? 'p' : `n${n}`)] }, 2000),
      ).toMatchObject({ added: 1 });
    }
    const ids = statuses(swarm)
      .split(' ')
      .map((each) => each.split(':')[0]);
    expect(ids).toEqual(['root', 't0', 'last', 'p', ...Array.from({ length: 999 }, (_, n) => `n${n + 1}`)]);
    expect(statuses(reloaded(swarm))).toBe(statuses(swarm));
  });
});

describe('an unresponsive agent', () => {
  const working = (vanishAfterMs?: number) => {
    const budget = { maxAgents: 100, maxTokens: 1_000_000, maxCostUsd: 1000, maxDurationMs: 10_000 * MINUTE };
    const swarm = swarmOf(root(task('x'), task('y')), { budget, ...(vanishAfterMs !== undefined && { vanishAfterMs }) });
    claimed(swarm, 'a');
    claimed(swarm, 'b');
    return swarm;
  };

  test('loses its task after half an hour without a heartbeat, without failing it; others keep theirs', () => {
    const swarm = reloaded(working());
    swarm.apply('swarm.activity', { agent: 'b' }, 2000 + 20 * MINUTE);
    swarm.apply('swarm.activity', { agent: 'c' }, 2000 + 30 * MINUTE - 1);
    expect(swarm.takeEvents()).toEqual([]);
    swarm.apply('swarm.activity', { agent: 'c' }, 2000 + 30 * MINUTE);
    expect(swarm.takeEvents()).toEqual([{ event: 'vanished', agent: 'a', silentMs: 30 * MINUTE, released: ['x'] }]);
    expect(statuses(swarm)).toBe('root:active x:pending y:active');
    expect(manifestOf(swarm).agents[0]).toMatchObject({ id: 'a', status: 'idle', assignedTasks: [] });
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 2000 + 31 * MINUTE)).toMatchObject({ code: 'not-yours', holder: null });
    expect(claimed(swarm, 'a', 2000 + 31 * MINUTE)).toBe('x');
  });

  test('is notified once by its next claim, except about tasks that it takes again', () => {
    const swarm = working(5 * MINUTE);
    swarm.advance(2000 + 5 * MINUTE);
    expect(swarm.apply('swarm.claim', { agent: 'b', task: 'x' }, 2000 + 6 * MINUTE)).toMatchObject({ lost: ['y'] });
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000 + 6 * MINUTE)).toMatchObject({ task: { id: 'y' }, lost: ['x'] });
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000 + 6 * MINUTE)).toMatchObject({ again: true, lost: [] });
    swarm.advance(2000 + 12 * MINUTE);
    swarm.apply('swarm.claim', { agent: 'b', task: 'x' }, 2000 + 12 * MINUTE);
    swarm.apply('swarm.claim', { agent: 'c', task: 'y' }, 2000 + 12 * MINUTE);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000 + 12 * MINUTE)).toMatchObject({ reason: 'nothing-ready', lost: ['y'] });
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000 + 12 * MINUTE)).toMatchObject({ reason: 'nothing-ready', lost: [] });
    swarm.advance(2000 + 18 * MINUTE);
    expect(swarm.apply('swarm.start', { agent: 'a', task: 'y' }, 2000 + 18 * MINUTE)).toMatchObject({ code: 'not-assigned' });
    swarm.apply('swarm.assign', { agent: 'a', task: 'y', by: 'queen' }, 2000 + 18 * MINUTE);
    swarm.apply('swarm.start', { agent: 'a', task: 'y' }, 2000 + 18 * MINUTE);
    swarm.apply('swarm.complete', { agent: 'a', task: 'y' }, 2000 + 18 * MINUTE);
    expect(swarm.apply('swarm.activity', { agent: 'a' }, 2000 + 18 * MINUTE)).toMatchObject({ released: [] });
  });

  test('is detected after the configured time, and again when it recurs', () => {
    const swarm = working(5 * MINUTE);
    swarm.advance(2000 + 5 * MINUTE);
    expect(swarm.takeEvents().map((event) => Object(event).agent)).toEqual(['a', 'b']);
    claimed(swarm, 'a', 2000 + 6 * MINUTE);
    swarm.advance(2000 + 11 * MINUTE - 1);
    expect(swarm.takeEvents()).toEqual([]);
    expect(reloaded(swarm).advance(2000 + 11 * MINUTE)).toEqual([]);
    swarm.advance(2000 + 11 * MINUTE);
    expect(swarm.takeEvents()).toMatchObject([{ event: 'vanished', agent: 'a' }]);
  });
});
