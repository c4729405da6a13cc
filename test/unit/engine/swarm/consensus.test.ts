import { describe, expect, test } from 'vitest';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { claimed, manifestOf, root, swarmOf, task, tasksOf } from './make.ts';

const options = { strategy: 'consensus' } as const;
const propose = (swarm: Swarm, proposal: string, id: string, agent: string) =>
  swarm.apply('swarm.propose', { proposal, task: id, agent, approach: `how to do ${id}`, confidence: 0.9 }, 2000);
const vote = (swarm: Swarm, subject: string, agent: string, choice = 'yes') => swarm.apply('swarm.vote', { subject, agent, choice }, 2000);
const reloaded = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));

test('assigns a task only after more than half of the members agree to a proposal', () => {
  let swarm = swarmOf(root(task('x'), task('y')), options);
  expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({ reason: 'nothing-agreed', toPropose: ['x', 'y'], ballots: [] });
  expect(swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000)).toMatchObject({ code: 'not-agreed' });
  expect(propose(swarm, 'prp_1', 'x', 'a')).toMatchObject({ state: 'open', agree: 1, against: 0, entitled: 3 });
  expect(swarm.apply('swarm.claim', { agent: 'b' }, 2000)).toMatchObject({ reason: 'nothing-agreed', ballots: ['prp_1'] });
  expect(swarm.apply('swarm.claim', { agent: 'a' }, 2000)).toMatchObject({ reason: 'nothing-agreed', toPropose: ['y'], ballots: [] });
  swarm = reloaded(swarm);
  expect(vote(swarm, 'prp_1', 'b')).toMatchObject({ status: 'ok', open: false, entitled: 3 });
  expect(claimed(swarm, 'b')).toBe('x');
  expect(claimed(swarm, 'c')).toBe('nothing-agreed');
  expect(vote(swarm, 'prp_1', 'c')).toMatchObject({ code: 'no-ballot', open: [] });
});

test('a proposal for a task covers its subtasks', () => {
  const swarm = swarmOf(root(task('p', { children: [task('x'), task('y')] })), options);
  propose(swarm, 'prp_1', 'root', 'a');
  vote(swarm, 'prp_1', 'b');
  expect(claimed(swarm, 'c')).toBe('x');
  expect(propose(swarm, 'prp_2', 'y', 'a')).toMatchObject({ code: 'agreed-already', task: 'root', proposal: 'prp_1' });
});

describe('a ballot', () => {
  test('counts the last vote of each agent, and is lost when it can no longer be won', () => {
    const swarm = swarmOf(root(task('x')), options);
    propose(swarm, 'prp_1', 'x', 'a');
    expect(vote(swarm, 'prp_1', 'b', 'no')).toMatchObject({ open: true });
    expect(vote(swarm, 'prp_1', 'b', 'no')).toMatchObject({ again: true });
    expect(vote(swarm, 'prp_1', 'a', 'no')).toMatchObject({ open: false });
    expect(tasksOf(manifestOf(swarm)).get('x')?.output).toEqual({
      cortex: 'deliberation',
      proposals: [{ id: 'prp_1', agent: 'a', approach: 'how to do x', confidence: 0.9, at: 2000, state: 'lost', agree: 0, against: 2 }],
    });
    expect(propose(swarm, 'prp_2', 'x', 'a')).toMatchObject({ status: 'ok' });
  });

  test('accepts only current members and valid options', () => {
    const swarm = swarmOf(root(task('x')), options);
    propose(swarm, 'prp_1', 'x', 'a');
    expect(vote(swarm, 'prp_1', 'stranger')).toMatchObject({ code: 'unknown-agent' });
    expect(vote(swarm, 'prp_1', 'b', 'maybe')).toMatchObject({ code: 'no-such-choice', options: ['yes', 'no'] });
    swarm.apply('swarm.retire', { agent: 'b' }, 2000);
    expect(vote(swarm, 'prp_1', 'b')).toMatchObject({ code: 'retired' });
  });

  test('is recounted without the vote of an agent that retires', () => {
    const swarm = swarmOf(root(task('x'), task('y')), options, ['a', 'b', 'c', 'd']);
    propose(swarm, 'prp_1', 'x', 'a');
    vote(swarm, 'prp_1', 'b');
    expect(claimed(swarm, 'a'), '2 of 4 is not more than half').toBe('nothing-agreed');
    swarm.apply('swarm.retire', { agent: 'b' }, 2000);
    expect(claimed(swarm, 'a'), '1 of 3').toBe('nothing-agreed');
    vote(swarm, 'prp_1', 'c');
    expect(claimed(swarm, 'a'), '2 of 3').toBe('x');
    propose(swarm, 'prp_2', 'y', 'c');
    swarm.apply('swarm.retire', { agent: 'd' }, 2000);
    expect(claimed(swarm, 'c'), '1 of 2').toBe('nothing-agreed');
    swarm.apply('swarm.retire', { agent: 'a' }, 2000);
    expect(claimed(swarm, 'c'), '1 of 1, and the task released by a').toBe('x');
  });

  test('closes other proposals for the task when one wins', () => {
    const swarm = swarmOf(root(task('x')), options);
    propose(swarm, 'prp_1', 'x', 'a');
    propose(swarm, 'prp_2', 'x', 'b');
    vote(swarm, 'prp_2', 'c');
    expect(vote(swarm, 'prp_1', 'c')).toMatchObject({ code: 'no-ballot' });
    const { proposals } = Object(tasksOf(manifestOf(swarm)).get('x')?.output);
    expect(proposals.map(({ id, state }: { id: string; state: string }) => `${id} ${state}`)).toEqual(['prp_1 lost', 'prp_2 won']);
  });

  test('uses the share of the merge policy', () => {
    const mergePolicy = { strategy: 'auto', conflictResolution: 'last_write', minAgreePercent: 100, requireHumanApproval: false } as const;
    const swarm = swarmOf(root(task('x')), { ...options, mergePolicy });
    propose(swarm, 'prp_1', 'x', 'a');
    vote(swarm, 'prp_1', 'b');
    expect(claimed(swarm, 'a')).toBe('nothing-agreed');
    vote(swarm, 'prp_1', 'c');
    expect(claimed(swarm, 'a')).toBe('x');
  });
});

test('proposals are refused under other strategies', () => {
  const swarm = swarmOf(root(task('x')));
  expect(propose(swarm, 'prp_1', 'x', 'a')).toMatchObject({ code: 'not-consensus', strategy: 'parallel' });
});

test('a clone reads proposals and votes from the file', () => {
  const swarm = swarmOf(root(task('x')), options);
  propose(swarm, 'prp_1', 'x', 'a');
  const clone = new Swarm();
  clone.applyChanges([{ change: 'swarm', manifest: manifestOf(swarm) }], 5000);
  vote(clone, 'prp_1', 'c');
  expect(claimed(clone, 'c', 5000)).toBe('x');
});
