import { describe, expect, test } from 'vitest';
import type { MergePolicy } from '../../../../src/engine/crtx/schema.ts';
import { joinSentences } from '../../../../src/engine/platform/errors.ts';
import { explainRefusal } from '../../../../src/engine/swarm/events/explain.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import type { SwarmTaskAnswers } from '../../../../src/engine/swarm/swarm-answers.ts';
import { claimed, manifestOf, root, statuses, swarmOf, task, tasksOf } from './make.ts';

const policy = (conflictResolution: MergePolicy['conflictResolution'], more: Partial<MergePolicy> = {}): MergePolicy => ({
  strategy: 'auto',
  conflictResolution,
  requireHumanApproval: false,
  ...more,
});
const options = { strategy: 'competitive', mergePolicy: policy('highest_confidence') } as const;
const handIn = (swarm: Swarm, agent: string, confidence: number, at = 3000) =>
  swarm.apply('swarm.complete', { agent, task: 'x', output: `by ${agent}`, confidence }, at);
const reloaded = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));

function explained(answer: SwarmTaskAnswers['swarm.complete']): string {
  const { what, next } = answer.status === 'refused' ? explainRefusal(answer, { decider: 'queen' }) : { what: 'done', next: '' };
  return joinSentences(what, next);
}

/** Creates a swarm in which three of four agents have claimed task x. */
function contest(mergePolicy: MergePolicy = options.mergePolicy): Swarm {
  const swarm = swarmOf(root(task('x'), task('y', { priority: 5 })), { ...options, mergePolicy }, ['a', 'b', 'c', 'd']);
  for (const agent of ['a', 'b', 'c']) expect(claimed(swarm, agent)).toBe('x');
  return swarm;
}

test('gives the same task to three agents, and the next task to a fourth', () => {
  const swarm = contest();
  expect(claimed(swarm, 'd')).toBe('y');
  expect(swarm.apply('swarm.claim', { agent: 'd', task: 'x' }, 2000)).toMatchObject({
    code: 'no-room',
    contenders: ['a', 'b', 'c'],
    seats: 3,
  });
  const { agents } = manifestOf(swarm);
  expect(agents.map(({ id, assignedTasks, status }) => [id, ...assignedTasks, status].join(' '))).toEqual([
    'a x working',
    'b x working',
    'c x working',
    'd y working',
  ]);
  expect(tasksOf(manifestOf(swarm)).get('x')).not.toHaveProperty('assignedTo');
});

test('chooses the best candidate when all have submitted, and keeps the others', () => {
  let swarm = contest();
  expect(handIn(swarm, 'a', 0.5)).toMatchObject({ status: 'ok', taskStatus: 'active', again: false });
  expect(handIn(swarm, 'a', 0.5)).toMatchObject({ again: true });
  expect(handIn(swarm, 'a', 0.9)).toMatchObject({ code: 'result-stays', taskStatus: 'active' });
  expect(claimed(swarm, 'a')).toBe('y');
  swarm = reloaded(swarm);
  handIn(swarm, 'b', 0.9);
  expect(handIn(swarm, 'c', 0.7)).toMatchObject({ taskStatus: 'done' });
  expect(tasksOf(manifestOf(swarm)).get('x')).toMatchObject({
    status: 'done',
    assignedTo: 'b',
    output: {
      cortex: 'deliberation',
      result: 'by b',
      candidates: [
        { agent: 'a', state: 'lost', output: 'by a', confidence: 0.5 },
        { agent: 'b', state: 'chosen', confidence: 0.9 },
        { agent: 'c', state: 'lost', output: 'by c' },
      ],
    },
  });
});

describe('the winning candidate', () => {
  const winner = (swarm: Swarm) => tasksOf(manifestOf(swarm)).get('x')?.assignedTo;

  test('highest_confidence: the earlier of equal candidates wins', () => {
    const swarm = contest();
    handIn(swarm, 'c', 0.8, 3001);
    handIn(swarm, 'a', 0.8, 3000);
    handIn(swarm, 'b', 0.1, 3002);
    expect(winner(swarm), 'time never decreases').toBe('a');
  });

  test('last_write: the last candidate wins', () => {
    const swarm = contest(policy('last_write'));
    for (const [n, agent] of ['a', 'c', 'b'].entries()) handIn(swarm, agent, 1 - n / 10, 3000 + n);
    expect(winner(swarm)).toBe('b');
  });

  test('coordinator_decides: only the coordinator or a person chooses', () => {
    const swarm = contest(policy('coordinator_decides'));
    for (const agent of ['a', 'b', 'c']) handIn(swarm, agent, 0.5);
    expect(statuses(swarm)).toContain('x:active');
    expect(swarm.apply('swarm.merge', { task: 'x', by: 'a', pick: 'a' }, 4000)).toMatchObject({ code: 'not-in-charge' });
    expect(swarm.apply('swarm.merge', { task: 'x', by: 'queen', pick: 'z' }, 4000)).toMatchObject({
      code: 'no-such-choice',
      options: ['a', 'b', 'c'],
    });
    expect(swarm.apply('swarm.merge', { task: 'x', by: 'queen', pick: 'c' }, 4000)).toMatchObject({ status: 'ok', state: 'approved' });
    expect(winner(swarm)).toBe('c');
  });

  test('vote: the candidate with the required share or else the most votes wins', () => {
    const swarm = contest(policy('vote'));
    for (const agent of ['a', 'b', 'c']) handIn(swarm, agent, 0.5);
    const vote = (agent: string, choice: string) => swarm.apply('swarm.vote', { subject: 'x#1', agent, choice }, 4000);
    expect(vote('d', 'nobody')).toMatchObject({ code: 'no-such-choice' });
    vote('a', 'a');
    vote('b', 'b');
    vote('c', 'c');
    expect(vote('d', 'c')).toMatchObject({ open: false });
    expect(winner(swarm)).toBe('c');
  });
});

test('failing frees no seat; when all contenders failed, the task fails with their reasons', () => {
  const swarm = contest();
  swarm.apply('swarm.fail', { agent: 'a', task: 'x', reason: 'too hard' }, 3000);
  expect(claimed(swarm, 'd')).toBe('y');
  expect(swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 3000)).toMatchObject({ code: 'no-room' });
  swarm.apply('swarm.fail', { agent: 'b', task: 'x', reason: 'no time' }, 3000);
  expect(swarm.apply('swarm.fail', { agent: 'c', task: 'x', reason: 'no idea' }, 3000)).toMatchObject({ taskStatus: 'failed' });
  expect(tasksOf(manifestOf(swarm)).get('x')?.output).toMatchObject({ result: { error: 'a: too hard; b: no time; c: no idea' } });
  expect(swarm.apply('swarm.retry', { task: 'x', by: 'queen' }, 4000)).toMatchObject({ status: 'ok' });
  expect(claimed(swarm, 'a', 4000)).toBe('x');
});

test('retiring an agent reduces the seats when no other member is left', () => {
  const swarm = swarmOf(root(task('x')), options, ['a', 'b']);
  expect([claimed(swarm, 'a'), claimed(swarm, 'b')]).toEqual(['x', 'x']);
  handIn(swarm, 'a', 0.5);
  swarm.apply('swarm.retire', { agent: 'b' }, 3000);
  expect(statuses(swarm), 'a is the only member left').toBe('root:done x:done');
});

test('the coordinator may decide early; later submissions are refused', () => {
  const swarm = contest();
  expect(swarm.apply('swarm.merge', { task: 'x', by: 'queen' }, 3000)).toMatchObject({ code: 'nothing-to-merge' });
  handIn(swarm, 'a', 0.5);
  expect(swarm.apply('swarm.merge', { task: 'x', by: 'queen' }, 3000)).toMatchObject({ status: 'ok', state: 'approved' });
  expect(handIn(swarm, 'b', 1)).toMatchObject({ code: 'already-ended', by: 'a' });
});

test('a merge is refused for an invalid pick', () => {
  const swarm = contest(policy('highest_confidence'));
  handIn(swarm, 'a', 0.9);
  handIn(swarm, 'b', 0.5);
  const merge = (more: object) => swarm.apply('swarm.merge', { task: 'x', by: 'queen', heedsVotes: true, ...more }, 4000);
  for (const pick of ['b', 'c', 'nobody']) expect(merge({ pick })).toMatchObject({ code: 'no-such-choice', options: ['a'] });
  expect(merge({ file: 'src/x.ts', pick: 'a' })).toMatchObject({ code: 'no-ballot', open: [] });
  // An undecided contender is unaffected.
  expect(handIn(swarm, 'c', 0.1)).toMatchObject({ status: 'ok' });
  expect(tasksOf(manifestOf(swarm)).get('x')).toMatchObject({ status: 'done', assignedTo: 'a' });
});

test('the only candidate can be picked under review, and a late submission is refused with the reason', () => {
  const swarm = contest(policy('highest_confidence', { strategy: 'coordinator_review' }));
  handIn(swarm, 'a', 0.9);
  const decided = swarm.apply('swarm.merge', { task: 'x', by: 'queen', pick: 'a', heedsVotes: true }, 4000);
  expect(decided).toMatchObject({ status: 'ok', state: 'open', waitsFor: 'coordinator' });
  const late = handIn(swarm, 'b', 1);
  expect(late).toMatchObject({ code: 'not-yours', holder: null, merge: 'coordinator' });
  expect(explained(late)).toBe(
    'Task "x" takes no more results: the submitted ones are being merged (waiting for the coordinator). Claim another task: cortex swarm claim --agent AGENT',
  );
});

test('an invalid pick that an earlier version recorded stays valid', () => {
  const swarm = contest(policy('highest_confidence'));
  handIn(swarm, 'a', 0.9);
  expect(swarm.apply('swarm.merge', { task: 'x', by: 'queen', pick: 'nobody' }, 4000)).toMatchObject({ status: 'ok', state: 'approved' });
});

test('vote: the coordinator may end the contest early, and the members choose', () => {
  const swarm = contest(policy('vote'));
  for (const agent of ['a', 'b']) handIn(swarm, agent, 0.5);
  const pick = () => swarm.apply('swarm.merge', { task: 'x', by: 'queen', pick: 'a', heedsVotes: true }, 4000);
  expect(pick()).toMatchObject({ status: 'ok', state: 'open', questions: ['x#1'] });
  expect(pick()).toMatchObject({ code: 'voted-on' });
});

test('a refused merge makes the task available again', () => {
  const swarm = contest(policy('highest_confidence', { strategy: 'coordinator_review' }));
  for (const agent of ['a', 'b', 'c']) handIn(swarm, agent, 0.5);
  expect(swarm.apply('swarm.approve', { task: 'x', by: 'queen', refused: true, reason: 'none compiles' }, 4000)).toMatchObject({
    state: 'refused',
  });
  expect(['a', 'b', 'd'].map((agent) => claimed(swarm, agent, 4000))).toEqual(['x', 'x', 'x']);
});
