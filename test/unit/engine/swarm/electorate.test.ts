import { describe, expect, test } from 'vitest';
import { openSubjects } from '../../../../src/engine/swarm/decisions/open-subjects.ts';
import { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { creation, manifestOf, root, swarmFrom, swarmOf, task, tasksOf } from './make.ts';

const RULES = { strategy: 'consensus', fixedElectorate: true } as const;
const propose = (swarm: Swarm, agent = 'a') =>
  swarm.apply('swarm.propose', { proposal: 'prp_1', task: 'x', agent, approach: 'carefully', confidence: 0.9 }, 2000);
const vote = (swarm: Swarm, agent: string, choice = 'yes', subject = 'prp_1') =>
  swarm.apply('swarm.vote', { subject, agent, choice }, 2000);
const recruit = (swarm: Swarm, ...agents: string[]) => {
  for (const agent of agents) swarm.apply('swarm.recruit', { agent, role: 'worker', expertise: [] }, 2000);
};
const reloaded = (swarm: Swarm) => Swarm.fromJSON(JSON.parse(JSON.stringify(swarm)));

describe('an agent recruited while a vote is open', () => {
  test('cannot vote, is not counted and is not asked to vote', () => {
    let swarm = swarmOf(root(task('x'), task('y')), RULES);
    propose(swarm);
    recruit(swarm, 'd', 'e', 'f', 'g');
    expect(vote(swarm, 'd')).toMatchObject({ status: 'refused', code: 'not-entitled', subject: 'prp_1', agent: 'd' });
    expect(swarm.apply('swarm.claim', { agent: 'd' }, 2000)).toMatchObject({ reason: 'nothing-agreed', ballots: [] });
    swarm = reloaded(swarm);
    expect(vote(swarm, 'e', 'no')).toMatchObject({ code: 'not-entitled' });
    expect(openSubjects(manifestOf(swarm))[0]?.vote).toMatchObject({ entitled: 3, needed: 2 });
    expect(vote(swarm, 'b'), '2 of 3, not of 7').toMatchObject({ open: false, entitled: 3, decided: { winner: 'yes' } });
  });

  test('can vote on proposals that are opened later', () => {
    const swarm = swarmOf(root(task('x')), RULES);
    recruit(swarm, 'd');
    propose(swarm, 'd');
    expect(vote(swarm, 'a')).toMatchObject({ entitled: 4, open: true });
  });

  test('is treated as new when it returns, and loses its earlier vote', () => {
    const swarm = swarmOf(root(task('x')), RULES, ['a', 'b', 'c', 'd', 'e']);
    propose(swarm);
    vote(swarm, 'b');
    swarm.apply('swarm.retire', { agent: 'b' }, 2000);
    expect(vote(swarm, 'b'), 'retired').toMatchObject({ code: 'not-entitled' });
    expect(vote(swarm, 'x'), 'never recruited').toMatchObject({ code: 'not-entitled' });
    recruit(swarm, 'b');
    expect(vote(reloaded(swarm), 'b')).toMatchObject({ code: 'not-entitled' });
    expect(vote(swarm, 'c', 'no'), 'a, c, d and e').toMatchObject({ entitled: 4, open: true });
    expect(tasksOf(manifestOf(swarm)).get('x')?.output).toMatchObject({ proposals: [{ electorate: { members: 5, returned: ['b'] } }] });
    swarm.apply('swarm.retire', { agent: 'b' }, 2000);
    expect(vote(swarm, 'd')).toMatchObject({ entitled: 4, open: true });
  });

  test('cannot vote on a question or a merge that was opened before', () => {
    const mergePolicy = { strategy: 'voting', conflictResolution: 'vote', requireHumanApproval: false } as const;
    const swarm = swarmOf(root(task('x'), task('y')), { mergePolicy, fixedElectorate: true }, ['a', 'b']);
    for (const [id, agent] of [
      ['x', 'a'],
      ['y', 'b'],
    ] as const)
      swarm.apply('swarm.claim', { agent, task: id }, 2000);
    swarm.apply('swarm.complete', { task: 'x', agent: 'a', files: ['f.ts'] }, 3000);
    swarm.apply('swarm.complete', { task: 'y', agent: 'b', files: ['f.ts'] }, 3000);
    recruit(swarm, 'c');
    expect(vote(swarm, 'c', 'x', 'root#1')).toMatchObject({ code: 'not-entitled' });
    vote(swarm, 'a', 'x', 'root#1');
    expect(vote(swarm, 'b', 'x', 'root#1')).toMatchObject({ decided: { winner: 'x', merge: { waitsFor: 'votes' } } });
    recruit(swarm, 'd');
    expect(vote(swarm, 'd', 'yes', 'root'), 'recruited after the second vote was opened').toMatchObject({ code: 'not-entitled' });
    expect(vote(swarm, 'c', 'yes', 'root'), 'recruited before it').toMatchObject({ entitled: 3, open: true });
  });
});

test('a proposal is lost when no entitled voter is left', () => {
  const swarm = swarmOf(root(task('x')), RULES, ['a', 'b']);
  propose(swarm);
  recruit(swarm, 'c');
  swarm.apply('swarm.retire', { agent: 'b', by: 'queen' }, 2000);
  expect(tasksOf(manifestOf(swarm)).get('x')?.output, '1 of 1').toMatchObject({ proposals: [{ state: 'won' }] });
  const other = swarmOf(root(task('x')), RULES, ['a', 'b', 'c']);
  propose(other);
  recruit(other, 'd');
  for (const agent of ['a', 'b']) other.apply('swarm.retire', { agent, by: 'queen' }, 2000);
  expect(other.apply('swarm.retire', { agent: 'c', by: 'queen' }, 2000).status === 'ok' && vote(other, 'd')).toMatchObject({
    code: 'no-ballot',
  });
  expect(tasksOf(manifestOf(other)).get('x')?.output).toMatchObject({ proposals: [{ state: 'lost' }] });
});

test('in a swarm of an earlier version all members may vote, before and after a restart', () => {
  let swarm = new Swarm();
  swarm.create(creation(root(task('x')), { strategy: 'consensus' }), 1000);
  recruit(swarm, 'a', 'b');
  propose(swarm);
  recruit(swarm, 'c');
  swarm = reloaded(swarm);
  expect(vote(swarm, 'c')).toMatchObject({ status: 'ok', entitled: 3, open: false });
});

test('a clone knows the entitled voters', () => {
  const swarm = swarmOf(root(task('x')), RULES);
  propose(swarm);
  recruit(swarm, 'd');
  const clone = swarmFrom(manifestOf(swarm), 5000);
  expect(vote(clone, 'd')).toMatchObject({ code: 'not-entitled' });
  expect(vote(clone, 'b')).toMatchObject({ entitled: 3, open: false });
});

test('an agent that another program adds to the file during a vote may not vote', () => {
  const swarm = swarmOf(root(task('x')), RULES);
  propose(swarm);
  const agent = { id: 'z', role: 'w', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: 0, costUsd: 0 } as const;
  swarm.applyChanges([{ change: 'agent-new', agent: { ...agent, expertise: [], assignedTasks: [] } }], 2500);
  expect(vote(swarm, 'z')).toMatchObject({ code: 'not-entitled' });
  swarm.apply('swarm.retire', { agent: 'b' }, 2500);
  swarm.applyChanges([{ change: 'agent-status', agent: 'b', status: 'idle' }], 2600);
  expect(vote(swarm, 'b')).toMatchObject({ code: 'not-entitled' });
  expect(vote(swarm, 'c')).toMatchObject({ entitled: 2, open: false });
});
