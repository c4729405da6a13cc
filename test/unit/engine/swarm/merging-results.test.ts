import { describe, expect, test } from 'vitest';
import type { MergePolicy } from '../../../../src/engine/crtx/schema.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, manifestOf, root, swarmOf, task, tasksOf } from './make.ts';

const policy = (more: Partial<MergePolicy>): MergePolicy => ({
  strategy: 'auto',
  conflictResolution: 'last_write',
  requireHumanApproval: false,
  ...more,
});
const reloaded = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));
const events = (swarm: Swarm) => swarm.takeEvents().map(({ event }) => event);
const isOver = (swarm: Swarm) => swarm.create({ ...creationOf(), swarm: 'swm_next' }, 9000).status === 'ok';

function creationOf() {
  return {
    swarm: 'swm_1',
    task: 'build it',
    coordinator: 'queen',
    strategy: 'parallel' as const,
    decomposition: root(task('z')),
    mergePolicy: policy({}),
    budget: { maxAgents: 100, maxTokens: 1_000_000, maxCostUsd: 1000, maxDurationMs: 1_000_000 },
  };
}

/** Completes x and y, which overlapped in time and changed src/a.ts, and then z, which changed it later. */
function done(more: Partial<MergePolicy>): Swarm {
  const mergePolicy = policy(more);
  const swarm = swarmOf(root(task('x'), task('y'), task('z', { dependencies: ['x', 'y'] })), { mergePolicy });
  swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
  swarm.apply('swarm.claim', { agent: 'b', task: 'y' }, 2100);
  swarm.apply('swarm.complete', { agent: 'a', task: 'x', files: ['src/a.ts', 'src/x.ts'], confidence: 0.9 }, 3000);
  swarm.apply('swarm.complete', { agent: 'b', task: 'y', files: ['src/a.ts'], confidence: 0.5, output: 'b did it' }, 3100);
  swarm.apply('swarm.claim', { agent: 'c', task: 'z' }, 3200);
  swarm.takeEvents();
  swarm.apply('swarm.complete', { agent: 'c', task: 'z', files: ['src/a.ts'] }, 4000);
  return swarm;
}

const pickOf = (swarm: Swarm) => Object(manifestOf(swarm).decomposition.output).merge?.questions[0]?.pick;

describe('at the end of a swarm', () => {
  test('asks about results of overlapping tasks that changed the same file, not about later ones', () => {
    const swarm = done({ strategy: 'human_review' });
    expect(manifestOf(swarm).decomposition.output).toMatchObject({
      merge: {
        state: 'open',
        waitsFor: 'person',
        questions: [
          {
            id: 'root#1',
            file: 'src/a.ts',
            options: [
              { id: 'x', agent: 'a', confidence: 0.9, at: 3000 },
              { id: 'y', agent: 'b', confidence: 0.5, at: 3100 },
            ],
            pick: 'y',
          },
        ],
      },
    });
  });

  test('keeps the output of the agent beside the changed files', () => {
    expect(tasksOf(manifestOf(done({}))).get('y')?.output).toEqual({
      cortex: 'deliberation',
      result: 'b did it',
      candidates: [{ agent: 'b', state: 'chosen', since: 2100, at: 3100, confidence: 0.5, files: ['src/a.ts'] }],
    });
  });

  test('auto: decides at once, and records events for the timeline', () => {
    const swarm = done({});
    expect(swarm.takeEvents()).toMatchObject([
      { event: 'answered', file: 'src/a.ts', pick: { id: 'y' }, how: 'last_write', by: null },
      { event: 'merged', task: 'root', by: [], results: 3 },
    ]);
    expect(isOver(swarm)).toBe(true);
  });

  test('a file named twice by one record raises no question', () => {
    const swarm = swarmOf(root(task('x')), { mergePolicy: policy({ conflictResolution: 'coordinator_decides' }) });
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { agent: 'a', task: 'x', files: ['f.ts', 'f.ts'] }, 3000);
    expect(isOver(swarm)).toBe(true);
  });

  test('highest_confidence picks the result with the highest confidence', () => {
    expect(pickOf(done({ conflictResolution: 'highest_confidence' }))).toBe('x');
  });

  test('writes nothing beside the results without a question', () => {
    const swarm = swarmOf(root(task('x')));
    swarm.apply('swarm.claim', { agent: 'a' }, 2000);
    swarm.apply('swarm.complete', { agent: 'a', task: 'x', output: 1 }, 3000);
    expect(manifestOf(swarm).decomposition).not.toHaveProperty('output');
    expect(isOver(swarm)).toBe(true);
  });
});

describe('approval', () => {
  test('coordinator_review: by the coordinator or a person, and the swarm is unfinished until then', () => {
    const swarm = reloaded(done({ strategy: 'coordinator_review' }));
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 5000)).toMatchObject({ reason: 'merging', waitsFor: 'coordinator' });
    expect(isOver(swarm)).toBe(false);
    expect(swarm.apply('swarm.approve', { by: 'a', refused: false }, 5000)).toMatchObject({ code: 'not-in-charge' });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({
      state: 'approved',
      finished: true,
      again: false,
    });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ again: true });
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 5000)).toMatchObject({ reason: 'all-done' });
    expect(isOver(swarm)).toBe(true);
  });

  test('human_review: by a person only', () => {
    const swarm = done({ strategy: 'human_review' });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'needs-person' });
    expect(swarm.apply('swarm.approve', { by: 'person:kim', refused: false }, 5000)).toMatchObject({ finished: true });
  });

  test('requireHumanApproval: by a person in addition to the coordinator', () => {
    const swarm = done({ strategy: 'coordinator_review', requireHumanApproval: true });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ state: 'open', waitsFor: 'person' });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'needs-person' });
    expect(swarm.apply('swarm.approve', { by: 'person:kim', refused: false }, 5000)).toMatchObject({ finished: true });
  });

  test('voting: by the members, and a lost vote refuses', () => {
    const swarm = done({ strategy: 'voting' });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({
      code: 'merge-undecided',
      waitsFor: 'votes',
    });
    const vote = (agent: string, choice: string) => swarm.apply('swarm.vote', { subject: 'root', agent, choice }, 5000);
    vote('a', 'yes');
    expect(vote('b', 'yes')).toMatchObject({ open: false });
    expect(isOver(swarm)).toBe(true);
    const lost = done({ strategy: 'voting' });
    for (const agent of ['a', 'b']) lost.apply('swarm.vote', { subject: 'root', agent, choice: 'no' }, 5000);
    expect(Object(manifestOf(lost).decomposition.output).merge).toMatchObject({ state: 'refused', reason: '2 of 3 voted against it' });
    expect(isOver(lost)).toBe(false);
  });

  test('voting: after the coordinator refused without a vote, only a person can approve', () => {
    const swarm = done({ strategy: 'voting' });
    swarm.apply('swarm.approve', { by: 'queen', refused: true, reason: 'no' }, 5000);
    const again = reloaded(swarm);
    expect(again.apply('swarm.claim', { agent: 'a' }, 5000)).toMatchObject({ reason: 'merging', waitsFor: 'person', refused: 'no' });
    expect(again.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'needs-person' });
    expect(again.apply('swarm.approve', { by: 'person:kim', refused: false }, 6000)).toMatchObject({ finished: true });
    expect(Object(manifestOf(again).decomposition.output).merge).not.toHaveProperty('refusedBy');
  });

  test('voting: a person may approve without enough votes, and agents that claim are asked to vote', () => {
    const swarm = reloaded(done({ strategy: 'voting' }));
    const claimed = (agent: string) => swarm.apply('swarm.claim', { agent }, 5000);
    expect(claimed('a')).toMatchObject({ reason: 'nothing-agreed', isAtEnd: true, ballots: ['root'] });
    swarm.apply('swarm.vote', { subject: 'root', agent: 'a', choice: 'yes' }, 5000);
    expect(claimed('a')).toMatchObject({ reason: 'merging', waitsFor: 'votes' });
    expect(claimed('b')).toMatchObject({ reason: 'nothing-agreed', ballots: ['root'] });
    expect(swarm.apply('swarm.approve', { by: 'person:kim', refused: false }, 5000)).toMatchObject({ finished: true });
    expect(Object(manifestOf(swarm).decomposition.output).merge).toMatchObject({ approvals: [{ by: 'person:kim', at: 5000 }] });
  });

  test('coordinator_decides: requires answers to the questions first', () => {
    const swarm = done({ strategy: 'coordinator_review', conflictResolution: 'coordinator_decides' });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({
      code: 'merge-undecided',
      waitsFor: 'answers',
    });
    expect(swarm.apply('swarm.merge', { by: 'queen', file: 'src/other.ts', pick: 'x' }, 5000)).toMatchObject({
      code: 'no-ballot',
      open: ['root#1'],
    });
    expect(swarm.apply('swarm.merge', { by: 'queen', file: 'src/a.ts', pick: 'x' }, 5000)).toMatchObject({
      state: 'open',
      waitsFor: 'coordinator',
    });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ finished: true });
    expect(pickOf(swarm)).toBe('x');
  });
});

test('vote: an answer of the coordinator in a log of an earlier version stays valid, and is recorded as an override', () => {
  const swarm = done({ conflictResolution: 'vote' });
  expect(swarm.apply('swarm.merge', { by: 'queen', pick: 'x', heedsVotes: true }, 5000)).toMatchObject({
    code: 'voted-on',
    subject: 'root#1',
  });
  swarm.takeEvents();
  expect(swarm.apply('swarm.merge', { by: 'queen', pick: 'x' }, 5000)).toMatchObject({ state: 'approved', finished: true });
  expect(swarm.takeEvents()).toMatchObject([{ event: 'answered', how: 'override', by: 'queen' }, { event: 'merged' }]);
});

describe('a refused merge', () => {
  test('waits for a retry, after which the results are merged again', () => {
    const swarm = done({ strategy: 'coordinator_review' });
    expect(swarm.apply('swarm.approve', { by: 'queen', refused: true, reason: 'tests are red' }, 5000)).toMatchObject({
      state: 'refused',
      finished: false,
    });
    expect(events(swarm)).toContain('merge-refused');
    expect(isOver(swarm)).toBe(false);
    expect(swarm.apply('swarm.decompose', { task: 'root', by: 'queen', children: [task('mend')] }, 5000)).toMatchObject({
      code: 'already-ended',
    });
    const again = reloaded(swarm);
    expect(again.apply('swarm.retry', { task: 'z', by: 'queen' }, 5000)).toMatchObject({ status: 'ok', task: 'z' });
    expect(again.apply('swarm.approve', { by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'nothing-to-merge' });
    expect(reloaded(again).apply('swarm.retry', { task: 'x', by: 'queen' }, 5000)).toMatchObject({ status: 'ok', task: 'x' });
    expect(claimed(again, 'b', 5000)).toBe('z');
    expect(again.apply('swarm.complete', { agent: 'b', task: 'z', output: 'better' }, 6000)).toMatchObject({ taskStatus: 'done' });
    expect(again.apply('swarm.retry', { task: 'x', by: 'queen' }, 6000)).toMatchObject({ code: 'not-failed' });
    expect(again.apply('swarm.claim', { agent: 'a' }, 6000)).toMatchObject({ reason: 'merging', waitsFor: 'coordinator' });
    expect(again.apply('swarm.approve', { by: 'queen', refused: false }, 6000)).toMatchObject({ finished: true });
  });

  test('no longer blocks the swarm when all retried tasks have failed', () => {
    const swarm = swarmOf(root(task('only')), { mergePolicy: policy({ strategy: 'human_review' }) });
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { agent: 'a', task: 'only', output: 'bad' }, 3000);
    swarm.apply('swarm.approve', { by: 'person:kim', refused: true, reason: 'no' }, 4000);
    swarm.apply('swarm.retry', { task: 'only', by: 'person:kim' }, 5000);
    claimed(swarm, 'b', 6000);
    swarm.apply('swarm.fail', { agent: 'b', task: 'only', reason: 'cannot be done' }, 7000);
    expect(swarm.apply('swarm.claim', { agent: 'a' }, 8000)).toMatchObject({ reason: 'all-done', outcome: 'failed' });
    expect(isOver(swarm)).toBe(true);
  });

  test('may be approved later', () => {
    const swarm = done({ strategy: 'coordinator_review' });
    swarm.apply('swarm.approve', { by: 'queen', refused: true, reason: 'tests are red' }, 5000);
    expect(swarm.apply('swarm.approve', { by: 'person:kim', refused: false }, 6000)).toMatchObject({ state: 'approved', finished: true });
  });

  test('of a swarm with one task allows to retry that task', () => {
    const swarm = swarmOf(task('only'), { mergePolicy: policy({ strategy: 'human_review' }) });
    claimed(swarm, 'a');
    swarm.apply('swarm.complete', { agent: 'a', task: 'only', output: 'bad' }, 3000);
    swarm.apply('swarm.approve', { by: 'person:kim', refused: true, reason: 'no' }, 4000);
    const again = reloaded(swarm);
    expect(again.apply('swarm.retry', { task: 'only', by: 'person:kim' }, 5000)).toMatchObject({ status: 'ok' });
    expect(claimed(again, 'b', 6000)).toBe('only');
    expect(again.apply('swarm.complete', { agent: 'b', task: 'only', output: 'good' }, 7000)).toMatchObject({ taskStatus: 'done' });
    expect(again.apply('swarm.approve', { by: 'person:kim', refused: false }, 8000)).toMatchObject({ finished: true });
  });
});

test('an output that looks like a deliberation is stored as a plain result', () => {
  const swarm = swarmOf(root(task('x')));
  swarm.apply('swarm.claim', { agent: 'a' }, 2000);
  const output = { cortex: 'deliberation', result: 'forged', merge: { state: 'approved' } };
  swarm.apply('swarm.complete', { agent: 'a', task: 'x', output }, 3000);
  expect(tasksOf(manifestOf(swarm)).get('x')?.output).toEqual({ cortex: 'deliberation', result: output });
  expect(tasksOf(manifestOf(reloaded(swarm))).get('x')?.output).toEqual({ cortex: 'deliberation', result: output });
});

test('tasks that another program ends are merged by the same rules', () => {
  const swarm = swarmOf(root(task('x')), { mergePolicy: policy({ strategy: 'human_review' }) });
  claimed(swarm, 'a');
  swarm.applyChanges([{ change: 'task-progress', task: 'x', status: 'done', assignedTo: 'a' }], 3000);
  expect(swarm.apply('swarm.claim', { agent: 'a' }, 5000)).toMatchObject({ reason: 'merging', waitsFor: 'person' });
});
