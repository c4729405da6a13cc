import { describe, expect, test } from 'vitest';
import type { MergePolicy } from '../../../../src/engine/crtx/schema.ts';
import { DEFAULT_MERGE_POLICY } from '../../../../src/engine/swarm/defaults.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, manifestOf, root, statuses, swarmOf, task, tasksOf } from './make.ts';
import { merge } from './merging.ts';

// The model check (test/property/swarm-agreement.test.ts) found each of these. Each test is the smallest case of its kind.

const HOUR = 3_600_000;
const person = 'person:pat';
const budget = { maxAgents: 9, maxTokens: 1e6, maxCostUsd: 1e6, maxDurationMs: 1e12 };
const policy = (more: Partial<MergePolicy>): MergePolicy => ({ ...DEFAULT_MERGE_POLICY, ...more });
const contest = (more: Partial<MergePolicy> = {}, agents = ['a', 'b']) =>
  swarmOf(root(task('x')), { strategy: 'competitive', mergePolicy: policy(more), budget }, agents);
const restored = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));

function handIn(swarm: Swarm, ...agents: readonly string[]): void {
  for (const agent of agents) swarm.apply('swarm.claim', { agent, task: 'x' }, 2000);
  for (const agent of agents) swarm.apply('swarm.complete', { agent, task: 'x', output: agent }, 3000);
}

describe('a restored state continues like the original', () => {
  test('an agent that is assigned a task after a long silence gets the full time to start it', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, HOUR);
    for (const each of [swarm, restored(swarm)]) {
      each.advance(HOUR + 1);
      expect(tasksOf(manifestOf(each)).get('x')?.assignedTo).toBe('a');
      each.advance(2 * HOUR);
      expect(tasksOf(manifestOf(each)).get('x')?.assignedTo).toBeUndefined();
    }
  });

  test('ballots are listed in document order, regardless of when they were opened', () => {
    const swarm = swarmOf(root(task('x'), task('y')), { strategy: 'consensus', budget });
    const said = { agent: 'a', approach: 'so', confidence: 1 };
    swarm.apply('swarm.propose', { proposal: 'second', task: 'y', ...said }, 2000);
    swarm.apply('swarm.propose', { proposal: 'first', task: 'x', ...said }, 2000);
    for (const each of [swarm, restored(swarm)])
      expect(each.apply('swarm.claim', { agent: 'b' }, 3000)).toMatchObject({ reason: 'nothing-agreed', ballots: ['first', 'second'] });
  });

  test('no agent joins competing submissions that are being merged', () => {
    const swarm = contest({ strategy: 'human_review' }, ['a']);
    handIn(swarm, 'a');
    swarm.apply('swarm.recruit', { agent: 'b', role: '', expertise: [] }, 4000);
    for (const each of [swarm, restored(swarm)]) expect(claimed(each, 'b', 5000)).toBe('nothing-ready');
  });

  test('an agent that has left gets no task back from a retry', () => {
    const swarm = swarmOf(root(task('p', { children: [task('x')] })), { budget });
    swarm.apply('swarm.assign', { task: 'p', agent: 'b', by: 'queen' }, 2000);
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'no' }, 2000);
    swarm.apply('swarm.retire', { agent: 'b' }, 2000);
    swarm.apply('swarm.retry', { task: 'x', by: 'queen' }, 3000);
    expect(tasksOf(manifestOf(swarm)).get('p')?.assignedTo).toBeUndefined();
  });

  test('an agent that was silent too long without active tasks loses what a retry would return to it', () => {
    const swarm = swarmOf(root(task('p', { children: [task('x')] })), { budget });
    swarm.apply('swarm.assign', { task: 'p', agent: 'b', by: 'queen' }, 2000);
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'no' }, 2000);
    swarm.advance(HOUR);
    for (const each of [swarm, restored(swarm)]) {
      each.apply('swarm.retry', { task: 'x', by: 'queen' }, HOUR);
      expect(tasksOf(manifestOf(each)).get('p')?.assignedTo).toBeUndefined();
      expect(each.takeEvents()).toEqual([{ event: 'vanished', agent: 'b', silentMs: HOUR - 1000, released: ['p'] }]);
    }
  });
});

describe('competing submissions', () => {
  test('are kept when the task is assigned to the same agent again', () => {
    const swarm = contest();
    handIn(swarm, 'a');
    expect(swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 4000)).toMatchObject({ code: 'submitted' });
  });

  test('are reported as decided after the coordinator decides', () => {
    const swarm = contest({}, ['a', 'b', 'c']);
    handIn(swarm, 'a', 'b');
    expect(swarm.apply('swarm.merge', { task: 'x', by: 'queen' }, 4000)).toMatchObject({ status: 'ok', state: 'approved', again: false });
    expect(statuses(swarm)).toBe('root:done x:done');
  });

  test('cannot be approved after their merge was refused', () => {
    const swarm = contest({ strategy: 'coordinator_review' });
    handIn(swarm, 'a', 'b');
    swarm.apply('swarm.approve', { task: 'x', by: 'queen', refused: true, reason: 'worse' }, 4000);
    expect(swarm.apply('swarm.approve', { task: 'x', by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'nothing-to-merge' });
    expect(statuses(swarm)).toBe('root:pending x:pending');
  });

  test('of a second round let a swarm of one task finish after the first merge was refused', () => {
    const swarm = swarmOf(task('x'), {
      strategy: 'competitive',
      mergePolicy: policy({ conflictResolution: 'coordinator_decides' }),
      budget,
    });
    handIn(swarm, 'a', 'b', 'c');
    swarm.apply('swarm.approve', { by: 'queen', refused: true, reason: 'worse' }, 4000);
    swarm.apply('swarm.retire', { agent: 'b' }, 4000);
    swarm.apply('swarm.retire', { agent: 'c' }, 4000);
    swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 5000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x' }, 6000);
    expect(claimed(swarm, 'a', 7000)).toBe('all-done');
  });

  test('include an agent that another program assigned, and count its result', () => {
    const swarm = contest({}, ['a']);
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'active', assignedTo: 'a' }));
    expect(swarm.apply('swarm.complete', { agent: 'a', task: 'x', output: 1 }, 6000)).toMatchObject({ taskStatus: 'done' });
  });

  test('return an assigned task to its agent even if no seat is left', () => {
    const swarm = swarmOf(root(task('w', { priority: 1, dependencies: ['x'] }), task('x')), { strategy: 'competitive', budget }, ['a']);
    swarm.apply('swarm.assign', { task: 'w', agent: 'a', by: 'queen' }, 2000);
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000);
    expect(claimed(swarm, 'a', 3000)).toBe('x');
  });
});

describe('an edit of another program', () => {
  test('that retires an agent removes its vote, and recounts the ballot', () => {
    const swarm = swarmOf(root(task('x')), { strategy: 'consensus', budget }, ['a', 'b', 'c', 'd']);
    swarm.apply('swarm.propose', { proposal: 'p', task: 'x', agent: 'a', approach: 'so', confidence: 1 }, 2000);
    swarm.apply('swarm.vote', { subject: 'p', agent: 'b', choice: 'no' }, 2000);
    merge(swarm, ({ agents }) => void Object.assign(agents[0] ?? {}, { status: 'done' }));
    expect(swarm.apply('swarm.vote', { subject: 'p', agent: 'c', choice: 'yes' }, 6000)).toMatchObject({
      voices: [{ count: 1 }, { count: 1 }],
      entitled: 3,
    });
  });

  test('cannot change or forge the deliberation of a task', () => {
    const swarm = swarmOf(root(task('x'), task('y')), { strategy: 'consensus', budget });
    swarm.apply('swarm.propose', { proposal: 'p', task: 'x', agent: 'a', approach: 'so', confidence: 1 }, 2000);
    const won = { id: 'q', agent: 'b', approach: 'mine', confidence: 1, at: 0, state: 'won', agree: 3, against: 0 };
    const forged = { cortex: 'deliberation', ballots: [won] };
    const { refused } = merge(swarm, (_, tasks) => {
      tasks('x').output = forged;
      tasks('y').output = forged;
    });
    expect(refused).toEqual(['The discussion and decisions of "x" cannot change.']);
    expect(claimed(swarm, 'b', 6000)).toBe('nothing-agreed');
  });

  test('cannot add a task that is already agreed', () => {
    const swarm = swarmOf(root(task('x')), { strategy: 'consensus', budget });
    const won = { id: 'q', agent: 'b', approach: 'mine', confidence: 1, at: 0, state: 'won', agree: 3, against: 0 };
    const output = { cortex: 'deliberation', ballots: [won] };
    merge(swarm, ({ decomposition }) => void decomposition.children.push(task('y', { output })));
    expect(tasksOf(manifestOf(swarm)).get('y')?.output).toEqual({ cortex: 'deliberation', result: output });
    for (const each of [swarm, restored(swarm)]) expect(claimed(each, 'b', 6000)).toBe('nothing-agreed');
  });

  test('starts a task at the time of the edit, also a task that was released before', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.apply('swarm.retire', { agent: 'a' }, 3000);
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'active', assignedTo: 'b' }));
    swarm.apply('swarm.complete', { agent: 'b', task: 'x', files: ['f.ts'] }, 7000);
    expect(tasksOf(manifestOf(swarm)).get('x')?.output).toMatchObject({ candidates: [{ agent: 'b', since: 5000, at: 7000 }] });
  });

  test('can unassign a task that was not started', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.apply('swarm.assign', { task: 'x', agent: 'a', by: 'queen' }, 2000);
    merge(swarm, (_, tasks) => void Reflect.deleteProperty(tasks('x'), 'assignedTo'));
    expect(claimed(swarm, 'b', 6000)).toBe('x');
  });

  test('lets the clock run while the task that it ended awaits approval', () => {
    const swarm = swarmOf(root(task('x')), { mergePolicy: policy({ requireHumanApproval: true }), budget });
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'done' }));
    swarm.advance(8000);
    expect(manifestOf(swarm).budget.spent.durationMs).toBe(7000);
    expect(swarm.apply('swarm.approve', { by: person, refused: false }, 9000)).toMatchObject({ finished: true });
  });

  test('does not hide earlier events from the timeline', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.advance(HOUR);
    merge(swarm, (manifest) => void Object.assign(manifest, { task: 'other' }));
    expect(swarm.takeEvents()).toMatchObject([{ event: 'vanished', agent: 'a' }]);
  });
});

test('a swarm whose last competing submissions are decided continues until the root is approved', () => {
  const swarm = contest({ strategy: 'coordinator_review' });
  handIn(swarm, 'a', 'b');
  expect(swarm.apply('swarm.approve', { task: 'x', by: 'queen', refused: false }, 4000)).toMatchObject({
    state: 'approved',
    finished: false,
  });
  for (const each of [swarm, restored(swarm)]) {
    each.advance(6000);
    expect(manifestOf(each).budget.spent.durationMs).toBe(5000);
  }
});

test('a refused merge keeps the ballots of proposals open', () => {
  const swarm = swarmOf(task('x'), { strategy: 'consensus', mergePolicy: policy({ requireHumanApproval: true }), budget });
  swarm.apply('swarm.propose', { proposal: 'p', task: 'x', agent: 'a', approach: 'so', confidence: 1 }, 2000);
  merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'done' }));
  swarm.apply('swarm.approve', { by: 'queen', refused: true, reason: 'worse' }, 6000);
  expect(swarm.apply('swarm.vote', { subject: 'p', agent: 'b', choice: 'yes' }, 7000)).toMatchObject({ status: 'ok', open: false });
});

test('a task cannot be split into zero subtasks', () => {
  const swarm = swarmOf(root(task('x')), { budget });
  expect(swarm.apply('swarm.decompose', { task: 'x', by: 'queen', children: [] }, 2000)).toMatchObject({ code: 'invalid-decomposition' });
  expect(swarm.progress()?.total).toBe(1);
});

test('the start time of a reassigned task is that of the new assignment', () => {
  const swarm = swarmOf(root(task('x')), { budget });
  swarm.apply('swarm.claim', { agent: 'a' }, 2000);
  swarm.apply('swarm.retire', { agent: 'a' }, 3000);
  swarm.apply('swarm.claim', { agent: 'b' }, 4000);
  swarm.apply('swarm.complete', { agent: 'b', task: 'x', files: ['f.ts'] }, 5000);
  expect(tasksOf(manifestOf(swarm)).get('x')?.output).toMatchObject({ candidates: [{ agent: 'b', since: 4000, at: 5000 }] });
});

test('an aborted swarm takes no votes', () => {
  const swarm = swarmOf(root(task('x')), { strategy: 'consensus', budget });
  swarm.apply('swarm.propose', { proposal: 'p', task: 'root', agent: 'a', approach: 'so', confidence: 1 }, 2000);
  swarm.apply('swarm.abort', { by: 'queen', reason: 'enough' }, 3000);
  expect(swarm.apply('swarm.vote', { subject: 'p', agent: 'b', choice: 'yes' }, 4000)).toMatchObject({ code: 'no-ballot' });
});
