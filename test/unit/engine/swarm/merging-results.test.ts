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
    ...{ swarm: 'swm_1', task: 'build it', coordinator: 'queen', strategy: 'parallel' as const, decomposition: root(task('z')) },
    mergePolicy: policy({}),
    budget: { maxAgents: 100, maxTokens: 1_000_000, maxCostUsd: 1000, maxDurationMs: 1_000_000 },
  };
}

/** x and y were done at the same time and both touched src/a.ts; z came after them and touched it, too. */
function done(more: Partial<MergePolicy>): Swarm {
  const mergePolicy = policy(more);
  const swarm = swarmOf(root(task('x'), task('y'), task('z', { dependencies: ['x', 'y'] })), { mergePolicy });
  swarm.claim({ agent: 'a', task: 'x' }, 2000);
  swarm.claim({ agent: 'b', task: 'y' }, 2100);
  swarm.complete({ agent: 'a', task: 'x', files: ['src/a.ts', 'src/x.ts'], confidence: 0.9 }, 3000);
  swarm.complete({ agent: 'b', task: 'y', files: ['src/a.ts'], confidence: 0.5, output: 'b did it' }, 3100);
  swarm.claim({ agent: 'c', task: 'z' }, 3200);
  swarm.takeEvents();
  swarm.complete({ agent: 'c', task: 'z', files: ['src/a.ts'] }, 4000);
  return swarm;
}

const pickOf = (swarm: Swarm) => Object(manifestOf(swarm).decomposition.output).merge?.questions[0]?.pick;

describe('at the end of a swarm', () => {
  test('results that touched the same file at the same time are a question; what came after them has built on them', () => {
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

  test('an output stays what the agent gave, beside what it touched', () => {
    expect(tasksOf(manifestOf(done({}))).get('y')?.output).toEqual({
      cortex: 'deliberation',
      result: 'b did it',
      candidates: [{ agent: 'b', state: 'chosen', since: 2100, at: 3100, confidence: 0.5, files: ['src/a.ts'] }],
    });
  });

  test('auto: decided at once, and the timeline is told', () => {
    const swarm = done({});
    expect(swarm.takeEvents()).toMatchObject([
      { event: 'answered', file: 'src/a.ts', pick: { id: 'y' }, how: 'last_write', by: null },
      { event: 'merged', task: 'root', by: [], results: 3 },
    ]);
    expect(isOver(swarm)).toBe(true);
  });

  test('a record that names a file twice makes no question of a task with itself', () => {
    const swarm = swarmOf(root(task('x')), { mergePolicy: policy({ conflictResolution: 'coordinator_decides' }) });
    claimed(swarm, 'a');
    swarm.complete({ agent: 'a', task: 'x', files: ['f.ts', 'f.ts'] }, 3000);
    expect(isOver(swarm)).toBe(true);
  });

  test('highest_confidence picks the surest', () => {
    expect(pickOf(done({ conflictResolution: 'highest_confidence' }))).toBe('x');
  });

  test('without a question nothing is written beside the results', () => {
    const swarm = swarmOf(root(task('x')));
    swarm.claim({ agent: 'a' }, 2000);
    swarm.complete({ agent: 'a', task: 'x', output: 1 }, 3000);
    expect(manifestOf(swarm).decomposition).not.toHaveProperty('output');
    expect(isOver(swarm)).toBe(true);
  });
});

describe('who approves', () => {
  test('coordinator_review: the coordinator or a person; until then the swarm has not finished', () => {
    const swarm = reloaded(done({ strategy: 'coordinator_review' }));
    expect(swarm.claim({ agent: 'a' }, 5000)).toMatchObject({ reason: 'merging', waitsFor: 'coordinator' });
    expect(isOver(swarm)).toBe(false);
    expect(swarm.approve({ by: 'a', refused: false }, 5000)).toMatchObject({ code: 'not-in-charge' });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ state: 'approved', finished: true, again: false });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ again: true });
    expect(swarm.claim({ agent: 'a' }, 5000)).toMatchObject({ reason: 'all-done' });
    expect(isOver(swarm)).toBe(true);
  });

  test('human_review: only a person', () => {
    const swarm = done({ strategy: 'human_review' });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'needs-person' });
    expect(swarm.approve({ by: 'person:kim', refused: false }, 5000)).toMatchObject({ finished: true });
  });

  test('requireHumanApproval: a person besides the coordinator', () => {
    const swarm = done({ strategy: 'coordinator_review', requireHumanApproval: true });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ state: 'open', waitsFor: 'person' });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'needs-person' });
    expect(swarm.approve({ by: 'person:kim', refused: false }, 5000)).toMatchObject({ finished: true });
  });

  test('voting: the members, and a lost vote refuses', () => {
    const swarm = done({ strategy: 'voting' });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'merge-undecided', waitsFor: 'votes' });
    const vote = (agent: string, choice: string) => swarm.vote({ subject: 'root', agent, choice }, 5000);
    vote('a', 'yes');
    expect(vote('b', 'yes')).toMatchObject({ open: false });
    expect(isOver(swarm)).toBe(true);
    const lost = done({ strategy: 'voting' });
    for (const agent of ['a', 'b']) lost.vote({ subject: 'root', agent, choice: 'no' }, 5000);
    expect(Object(manifestOf(lost).decomposition.output).merge).toMatchObject({ state: 'refused', reason: '2 of 3 voted against it' });
    expect(isOver(lost)).toBe(false);
  });

  test('voting: who refuses it without a vote does not approve it alone after all, a person does', () => {
    const swarm = done({ strategy: 'voting' });
    swarm.approve({ by: 'queen', refused: true, reason: 'no' }, 5000);
    const again = reloaded(swarm);
    expect(again.claim({ agent: 'a' }, 5000)).toMatchObject({ reason: 'merging', waitsFor: 'person', refused: 'no' });
    expect(again.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'needs-person' });
    expect(again.approve({ by: 'person:kim', refused: false }, 6000)).toMatchObject({ finished: true });
    expect(Object(manifestOf(again).decomposition.output).merge).not.toHaveProperty('refusedBy');
  });

  test('voting: a person may approve what votes do not come for, and agents that claim are told to vote', () => {
    const swarm = reloaded(done({ strategy: 'voting' }));
    const claimed = (agent: string) => swarm.claim({ agent }, 5000);
    expect(claimed('a')).toMatchObject({ reason: 'nothing-agreed', isAtEnd: true, ballots: ['root'] });
    swarm.vote({ subject: 'root', agent: 'a', choice: 'yes' }, 5000);
    expect(claimed('a')).toMatchObject({ reason: 'merging', waitsFor: 'votes' });
    expect(claimed('b')).toMatchObject({ reason: 'nothing-agreed', ballots: ['root'] });
    expect(swarm.approve({ by: 'person:kim', refused: false }, 5000)).toMatchObject({ finished: true });
    expect(Object(manifestOf(swarm).decomposition.output).merge).toMatchObject({ approvals: [{ by: 'person:kim', at: 5000 }] });
  });

  test('coordinator_decides: the questions come first', () => {
    const swarm = done({ strategy: 'coordinator_review', conflictResolution: 'coordinator_decides' });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'merge-undecided', waitsFor: 'answers' });
    expect(swarm.merge({ by: 'queen', file: 'src/other.ts', pick: 'x' }, 5000)).toMatchObject({ code: 'no-ballot', open: ['root#1'] });
    expect(swarm.merge({ by: 'queen', file: 'src/a.ts', pick: 'x' }, 5000)).toMatchObject({ state: 'open', waitsFor: 'coordinator' });
    expect(swarm.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ finished: true });
    expect(pickOf(swarm)).toBe('x');
  });
});

test('vote: what the coordinator answered in a log of an earlier version stays answered, and is not said to be voted', () => {
  const swarm = done({ conflictResolution: 'vote' });
  expect(swarm.merge({ by: 'queen', pick: 'x', heedsVotes: true }, 5000)).toMatchObject({ code: 'voted-on', subject: 'root#1' });
  swarm.takeEvents();
  expect(swarm.merge({ by: 'queen', pick: 'x' }, 5000)).toMatchObject({ state: 'approved', finished: true });
  expect(swarm.takeEvents()).toMatchObject([{ event: 'answered', how: 'override', by: 'queen' }, { event: 'merged' }]);
});

describe('a merge that is refused', () => {
  test('waits for a retry, after which everything is put together anew', () => {
    const swarm = done({ strategy: 'coordinator_review' });
    expect(swarm.approve({ by: 'queen', refused: true, reason: 'tests are red' }, 5000)).toMatchObject({
      state: 'refused',
      finished: false,
    });
    expect(events(swarm)).toContain('merge-refused');
    expect(isOver(swarm)).toBe(false);
    expect(swarm.decompose({ task: 'root', by: 'queen', children: [task('mend')] }, 5000)).toMatchObject({ code: 'already-ended' });
    const again = reloaded(swarm);
    expect(again.retry({ task: 'z', by: 'queen' }, 5000)).toMatchObject({ status: 'ok', task: 'z' });
    expect(again.approve({ by: 'queen', refused: false }, 5000)).toMatchObject({ code: 'nothing-to-merge' });
    expect(reloaded(again).retry({ task: 'x', by: 'queen' }, 5000)).toMatchObject({ status: 'ok', task: 'x' });
    expect(claimed(again, 'b', 5000)).toBe('z');
    expect(again.complete({ agent: 'b', task: 'z', output: 'better' }, 6000)).toMatchObject({ taskStatus: 'done' });
    expect(again.retry({ task: 'x', by: 'queen' }, 6000)).toMatchObject({ code: 'not-failed' });
    expect(again.claim({ agent: 'a' }, 6000)).toMatchObject({ reason: 'merging', waitsFor: 'coordinator' });
    expect(again.approve({ by: 'queen', refused: false }, 6000)).toMatchObject({ finished: true });
  });

  test('is no more what the swarm waits for when all that was tried again has failed', () => {
    const swarm = swarmOf(root(task('only')), { mergePolicy: policy({ strategy: 'human_review' }) });
    claimed(swarm, 'a');
    swarm.complete({ agent: 'a', task: 'only', output: 'bad' }, 3000);
    swarm.approve({ by: 'person:kim', refused: true, reason: 'no' }, 4000);
    swarm.retry({ task: 'only', by: 'person:kim' }, 5000);
    claimed(swarm, 'b', 6000);
    swarm.fail({ agent: 'b', task: 'only', reason: 'cannot be done' }, 7000);
    expect(swarm.claim({ agent: 'a' }, 8000)).toMatchObject({ reason: 'all-done', outcome: 'failed' });
    expect(isOver(swarm)).toBe(true);
  });

  test('may be approved after all', () => {
    const swarm = done({ strategy: 'coordinator_review' });
    swarm.approve({ by: 'queen', refused: true, reason: 'tests are red' }, 5000);
    expect(swarm.approve({ by: 'person:kim', refused: false }, 6000)).toMatchObject({ state: 'approved', finished: true });
  });

  test('of a swarm of one task lets that be tried again, too', () => {
    const swarm = swarmOf(task('only'), { mergePolicy: policy({ strategy: 'human_review' }) });
    claimed(swarm, 'a');
    swarm.complete({ agent: 'a', task: 'only', output: 'bad' }, 3000);
    swarm.approve({ by: 'person:kim', refused: true, reason: 'no' }, 4000);
    const again = reloaded(swarm);
    expect(again.retry({ task: 'only', by: 'person:kim' }, 5000)).toMatchObject({ status: 'ok' });
    expect(claimed(again, 'b', 6000)).toBe('only');
    expect(again.complete({ agent: 'b', task: 'only', output: 'good' }, 7000)).toMatchObject({ taskStatus: 'done' });
    expect(again.approve({ by: 'person:kim', refused: false }, 8000)).toMatchObject({ finished: true });
  });
});

test('an agent that hands in what looks like a deliberation has just that as its result', () => {
  const swarm = swarmOf(root(task('x')));
  swarm.claim({ agent: 'a' }, 2000);
  const output = { cortex: 'deliberation', result: 'forged', merge: { state: 'approved' } };
  swarm.complete({ agent: 'a', task: 'x', output }, 3000);
  expect(tasksOf(manifestOf(swarm)).get('x')?.output).toEqual({ cortex: 'deliberation', result: output });
  expect(tasksOf(manifestOf(reloaded(swarm))).get('x')?.output).toEqual({ cortex: 'deliberation', result: output });
});

test('what another program ends is put together by the same rules', () => {
  const swarm = swarmOf(root(task('x')), { mergePolicy: policy({ strategy: 'human_review' }) });
  claimed(swarm, 'a');
  swarm.applyChanges([{ change: 'task-progress', task: 'x', status: 'done', assignedTo: 'a' }], 3000);
  expect(swarm.claim({ agent: 'a' }, 5000)).toMatchObject({ reason: 'merging', waitsFor: 'person' });
});
