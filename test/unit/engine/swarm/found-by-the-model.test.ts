import { describe, expect, test } from 'vitest';
import type { MergePolicy } from '../../../../src/engine/crtx/schema.ts';
import { DEFAULT_MERGE_POLICY } from '../../../../src/engine/swarm/defaults.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, manifestOf, root, statuses, swarmOf, task, tasksOf } from './make.ts';
import { merge } from './merging.ts';

// Each of these was found by the model check (test/property/swarm-agreement.test.ts) and is the smallest case of its kind.

const HOUR = 3_600_000;
const person = 'person:pat';
const budget = { maxAgents: 9, maxTokens: 1e6, maxCostUsd: 1e6, maxDurationMs: 1e12 };
const policy = (more: Partial<MergePolicy>): MergePolicy => ({ ...DEFAULT_MERGE_POLICY, ...more });
const contest = (more: Partial<MergePolicy> = {}, agents = ['a', 'b']) =>
  swarmOf(root(task('x')), { strategy: 'competitive', mergePolicy: policy(more), budget }, agents);
const restored = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));

function handIn(swarm: Swarm, ...agents: readonly string[]): void {
  for (const agent of agents) swarm.claim({ agent, task: 'x' }, 2000);
  for (const agent of agents) swarm.complete({ agent, task: 'x', output: agent }, 3000);
}

describe('a state that was restored goes on as the one that was not', () => {
  test('who is given something after long silence has as long as everybody to begin', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.assign({ task: 'x', agent: 'a', by: 'queen' }, HOUR);
    for (const each of [swarm, restored(swarm)]) {
      each.advance(HOUR + 1);
      expect(tasksOf(manifestOf(each)).get('x')?.assignedTo).toBe('a');
      each.advance(2 * HOUR);
      expect(tasksOf(manifestOf(each)).get('x')?.assignedTo).toBeUndefined();
    }
  });

  test('ballots are counted in the order of the document, whenever they were opened', () => {
    const swarm = swarmOf(root(task('x'), task('y')), { strategy: 'consensus', budget });
    const said = { agent: 'a', approach: 'so', confidence: 1 };
    swarm.propose({ proposal: 'second', task: 'y', ...said }, 2000);
    swarm.propose({ proposal: 'first', task: 'x', ...said }, 2000);
    for (const each of [swarm, restored(swarm)])
      expect(each.claim({ agent: 'b' }, 3000)).toMatchObject({ reason: 'nothing-agreed', ballots: ['first', 'second'] });
  });

  test('nobody comes into a contest whose results are put together', () => {
    const swarm = contest({ strategy: 'human_review' }, ['a']);
    handIn(swarm, 'a');
    swarm.recruit({ agent: 'b', role: '', expertise: [] }, 4000);
    for (const each of [swarm, restored(swarm)]) expect(claimed(each, 'b', 5000)).toBe('nothing-ready');
  });

  test('who has left has nothing of what is tried again', () => {
    const swarm = swarmOf(root(task('p', { children: [task('x')] })), { budget });
    swarm.assign({ task: 'p', agent: 'b', by: 'queen' }, 2000);
    swarm.claim({ agent: 'a' }, 2000);
    swarm.fail({ agent: 'a', task: 'x', reason: 'no' }, 2000);
    swarm.retire({ agent: 'b' }, 2000);
    swarm.retry({ task: 'x', by: 'queen' }, 3000);
    expect(tasksOf(manifestOf(swarm)).get('p')?.assignedTo).toBeUndefined();
  });

  test('who was silent for too long with nothing in hand loses what a retry would give back', () => {
    const swarm = swarmOf(root(task('p', { children: [task('x')] })), { budget });
    swarm.assign({ task: 'p', agent: 'b', by: 'queen' }, 2000);
    swarm.claim({ agent: 'a' }, 2000);
    swarm.fail({ agent: 'a', task: 'x', reason: 'no' }, 2000);
    swarm.advance(HOUR);
    for (const each of [swarm, restored(swarm)]) {
      each.retry({ task: 'x', by: 'queen' }, HOUR);
      expect(tasksOf(manifestOf(each)).get('p')?.assignedTo).toBeUndefined();
      expect(each.takeEvents()).toEqual([{ event: 'vanished', agent: 'b', silentMs: HOUR - 1000, released: ['p'] }]);
    }
  });
});

describe('a contest', () => {
  test('keeps what was handed in when its task is assigned to the same agent', () => {
    const swarm = contest();
    handIn(swarm, 'a');
    expect(swarm.assign({ task: 'x', agent: 'a', by: 'queen' }, 4000)).toMatchObject({ code: 'handed-in' });
  });

  test('that the coordinator has decided is answered as decided', () => {
    const swarm = contest({}, ['a', 'b', 'c']);
    handIn(swarm, 'a', 'b');
    expect(swarm.merge({ task: 'x', by: 'queen' }, 4000)).toMatchObject({ status: 'ok', state: 'approved', again: false });
    expect(statuses(swarm)).toBe('root:done x:done');
  });

  test('whose merge was refused has nothing left to approve', () => {
    const swarm = contest({ strategy: 'coordinator_review' });
    handIn(swarm, 'a', 'b');
    swarm.approve({ task: 'x', by: 'queen', refused: true, reason: 'worse' }, 4000);
    expect(swarm.approve({ task: 'x', by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'nothing-to-merge' });
    expect(statuses(swarm)).toBe('root:pending x:pending');
  });

  test('that follows on one whose merge was refused lets a swarm of one task finish', () => {
    const swarm = swarmOf(task('x'), {
      strategy: 'competitive',
      mergePolicy: policy({ conflictResolution: 'coordinator_decides' }),
      budget,
    });
    handIn(swarm, 'a', 'b', 'c');
    swarm.approve({ by: 'queen', refused: true, reason: 'worse' }, 4000);
    swarm.retire({ agent: 'b' }, 4000);
    swarm.retire({ agent: 'c' }, 4000);
    swarm.claim({ agent: 'a', task: 'x' }, 5000);
    swarm.complete({ agent: 'a', task: 'x' }, 6000);
    expect(claimed(swarm, 'a', 7000)).toBe('all-done');
  });

  test('has a place for whoever another program names, and what it hands in counts', () => {
    const swarm = contest({}, ['a']);
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'active', assignedTo: 'a' }));
    expect(swarm.complete({ agent: 'a', task: 'x', output: 1 }, 6000)).toMatchObject({ taskStatus: 'done' });
  });

  test('gives an agent the task that it was assigned to, also one that has no more room', () => {
    const swarm = swarmOf(root(task('w', { priority: 1, dependencies: ['x'] }), task('x')), { strategy: 'competitive', budget }, ['a']);
    swarm.assign({ task: 'w', agent: 'a', by: 'queen' }, 2000);
    swarm.assign({ task: 'x', agent: 'a', by: 'queen' }, 2000);
    expect(claimed(swarm, 'a', 3000)).toBe('x');
  });
});

describe('what another program writes', () => {
  test('an agent that leaves takes its voice along, and it is counted anew', () => {
    const swarm = swarmOf(root(task('x')), { strategy: 'consensus', budget }, ['a', 'b', 'c', 'd']);
    swarm.propose({ proposal: 'p', task: 'x', agent: 'a', approach: 'so', confidence: 1 }, 2000);
    swarm.vote({ subject: 'p', agent: 'b', choice: 'no' }, 2000);
    merge(swarm, ({ agents }) => void Object.assign(agents[0] ?? {}, { status: 'done' }));
    expect(swarm.vote({ subject: 'p', agent: 'c', choice: 'yes' }, 6000)).toMatchObject({
      voices: [{ count: 1 }, { count: 1 }],
      entitled: 3,
    });
  });

  test('cannot change what was said and decided about a task, nor make it up', () => {
    const swarm = swarmOf(root(task('x'), task('y')), { strategy: 'consensus', budget });
    swarm.propose({ proposal: 'p', task: 'x', agent: 'a', approach: 'so', confidence: 1 }, 2000);
    const won = { id: 'q', agent: 'b', approach: 'mine', confidence: 1, at: 0, state: 'won', agree: 3, against: 0 };
    const forged = { cortex: 'deliberation', ballots: [won] };
    const { refused } = merge(swarm, (_, tasks) => {
      tasks('x').output = forged;
      tasks('y').output = forged;
    });
    expect(refused).toEqual(['The discussion and decisions of "x" cannot change.']);
    expect(claimed(swarm, 'b', 6000)).toBe('nothing-agreed');
  });

  test('cannot bring a task that is agreed already', () => {
    const swarm = swarmOf(root(task('x')), { strategy: 'consensus', budget });
    const won = { id: 'q', agent: 'b', approach: 'mine', confidence: 1, at: 0, state: 'won', agree: 3, against: 0 };
    const output = { cortex: 'deliberation', ballots: [won] };
    merge(swarm, ({ decomposition }) => void decomposition.children.push(task('y', { output })));
    expect(tasksOf(manifestOf(swarm)).get('y')?.output).toEqual({ cortex: 'deliberation', result: output });
    for (const each of [swarm, restored(swarm)]) expect(claimed(each, 'b', 6000)).toBe('nothing-agreed');
  });

  test('begins a task when it says so, also one that was lost before', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.claim({ agent: 'a' }, 2000);
    swarm.retire({ agent: 'a' }, 3000);
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'active', assignedTo: 'b' }));
    swarm.complete({ agent: 'b', task: 'x', files: ['f.ts'] }, 7000);
    expect(tasksOf(manifestOf(swarm)).get('x')?.output).toMatchObject({ candidates: [{ agent: 'b', since: 5000, at: 7000 }] });
  });

  test('takes a task back that is not begun', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.assign({ task: 'x', agent: 'a', by: 'queen' }, 2000);
    merge(swarm, (_, tasks) => void Reflect.deleteProperty(tasks('x'), 'assignedTo'));
    expect(claimed(swarm, 'b', 6000)).toBe('x');
  });

  test('lets the clock go on while what it ended is still to be approved', () => {
    const swarm = swarmOf(root(task('x')), { mergePolicy: policy({ requireHumanApproval: true }), budget });
    merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'done' }));
    swarm.advance(8000);
    expect(manifestOf(swarm).budget.spent.durationMs).toBe(7000);
    expect(swarm.approve({ by: person, refused: false }, 9000)).toMatchObject({ finished: true });
  });

  test('does not hide what had just happened from the timeline', () => {
    const swarm = swarmOf(root(task('x')), { budget });
    swarm.claim({ agent: 'a' }, 2000);
    swarm.advance(HOUR);
    merge(swarm, (manifest) => void Object.assign(manifest, { task: 'other' }));
    expect(swarm.takeEvents()).toMatchObject([{ event: 'vanished', agent: 'a' }]);
  });
});

test('a swarm whose last contest is decided goes on until the whole is approved', () => {
  const swarm = contest({ strategy: 'coordinator_review' });
  handIn(swarm, 'a', 'b');
  expect(swarm.approve({ task: 'x', by: 'queen', refused: false }, 4000)).toMatchObject({ state: 'approved', finished: false });
  for (const each of [swarm, restored(swarm)]) {
    each.advance(6000);
    expect(manifestOf(each).budget.spent.durationMs).toBe(5000);
  }
});

test('a merge that is refused leaves the ballots of proposals open', () => {
  const swarm = swarmOf(task('x'), { strategy: 'consensus', mergePolicy: policy({ requireHumanApproval: true }), budget });
  swarm.propose({ proposal: 'p', task: 'x', agent: 'a', approach: 'so', confidence: 1 }, 2000);
  merge(swarm, (_, tasks) => void Object.assign(tasks('x'), { status: 'done' }));
  swarm.approve({ by: 'queen', refused: true, reason: 'worse' }, 6000);
  expect(swarm.vote({ subject: 'p', agent: 'b', choice: 'yes' }, 7000)).toMatchObject({ status: 'ok', open: false });
});

test('a task is not divided into nothing', () => {
  const swarm = swarmOf(root(task('x')), { budget });
  expect(swarm.decompose({ task: 'x', by: 'queen', children: [] }, 2000)).toMatchObject({ code: 'invalid-decomposition' });
  expect(swarm.progress()?.total).toBe(1);
});

test('work that is given out anew began when it was given out anew', () => {
  const swarm = swarmOf(root(task('x')), { budget });
  swarm.claim({ agent: 'a' }, 2000);
  swarm.retire({ agent: 'a' }, 3000);
  swarm.claim({ agent: 'b' }, 4000);
  swarm.complete({ agent: 'b', task: 'x', files: ['f.ts'] }, 5000);
  expect(tasksOf(manifestOf(swarm)).get('x')?.output).toMatchObject({ candidates: [{ agent: 'b', since: 4000, at: 5000 }] });
});

test('what is aborted takes no votes any more', () => {
  const swarm = swarmOf(root(task('x')), { strategy: 'consensus', budget });
  swarm.propose({ proposal: 'p', task: 'root', agent: 'a', approach: 'so', confidence: 1 }, 2000);
  swarm.abort({ by: 'queen', reason: 'enough' }, 3000);
  expect(swarm.vote({ subject: 'p', agent: 'b', choice: 'yes' }, 4000)).toMatchObject({ code: 'no-ballot' });
});
