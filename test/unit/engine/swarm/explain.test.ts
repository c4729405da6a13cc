import { describe, expect, test } from 'vitest';
import { explainNothing } from '../../../../src/engine/swarm/events/explain.ts';
import type { NothingToGive } from '../../../../src/engine/swarm/refusal.ts';
import { explainWarning } from '../../../../src/engine/swarm/wording.ts';

const limits = [
  { limit: 'tokens' as const, spent: 1200, max: 1000 },
  { limit: 'cost' as const, spent: 2.5, max: 2 },
];

const nothings: readonly [nothing: NothingToGive, what: string, next: string][] = [
  [
    { status: 'none', reason: 'all-done', outcome: 'done', isAborted: false },
    'Everything has ended, and the whole is done',
    'There is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'all-done', outcome: 'failed', isAborted: false },
    'The swarm has failed',
    'See why with "cortex swarm status". There is nothing left to claim. To retry a task: cortex swarm retry TASK --by queen',
  ],
  [{ status: 'none', reason: 'all-done', outcome: 'failed', isAborted: true }, 'The swarm was aborted', 'There is nothing left to claim.'],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'x', status: 'active', holders: ['b'] }] },
    'Nothing can be begun now: what is left waits for "x" (active, b)',
    'Claim again when one of them has ended.',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'x', status: 'pending', holders: ['zoe'], absent: true }] },
    'Nothing can be begun now: what is left waits for "x" (pending, zoe, who has not joined)',
    'Nobody here can end it. The coordinator or a person can assign it to somebody else: cortex swarm assign x --agent AGENT --by queen',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [] },
    'Nothing can be begun by you now: what is left is for others',
    'Claim again later.',
  ],
  [
    {
      ...{ status: 'none', reason: 'nothing-assigned', coordinator: 'queen' },
      toGive: { agent: 'ann', task: 'big', unassigned: ['p1', 'p2'] },
    },
    'Nothing can be begun by you now, but you hold "big"',
    'Give out "p1", "p2", also to yourself: cortex swarm assign p1 --agent AGENT --by ann',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: false, toPropose: ['t'], ballots: ['prp_1'] },
    'Nothing is agreed yet',
    'Vote on "prp_1"; "cortex swarm status" shows what can be chosen: cortex swarm vote prp_1 --agent bob --for yes',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: true, toPropose: [], ballots: ['r#1', 'r'] },
    'What came of the work is not agreed yet',
    'Vote on "r#1", "r"; "cortex swarm status" shows what can be chosen: cortex swarm vote "r#1" --agent bob --for FOR',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'a', status: 'active', holders: [], merge: 'votes' }] },
    'Nothing can be begun now: what is left waits for "a" (its merge waits for votes)',
    'Claim again when one of them has ended.',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: false, toPropose: ['t'], ballots: [] },
    'Nothing is agreed yet',
    'Propose how to do "t": cortex swarm propose t --agent bob --approach APPROACH',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: false, toPropose: [], ballots: [] },
    'Nothing is agreed yet: what is proposed waits for the votes of others',
    'Claim again when they have voted.',
  ],
  [
    { status: 'none', reason: 'merging', waitsFor: 'votes' },
    'Everything has ended, and what came of it is being put together (it waits for votes)',
    'There is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'paused', pause: { by: 'queen', reason: '', at: 1 } },
    '"queen" has paused the swarm',
    'Finish what is in work, and claim again when it goes on. The coordinator or a person ends the pause: cortex swarm resume --by queen',
  ],
  [{ status: 'none', reason: 'nothing-assigned', coordinator: 'queen' }, 'Nothing is assigned to you', 'Ask "queen" for a task.'],
  [
    { status: 'none', reason: 'over-budget', limits },
    'The budget is used up (1,200 of 1,000 tokens, $2.50 of $2.00), so no more tasks are assigned',
    'Finish what is in progress, then wait and claim again. The coordinator or a person can raise the limit: cortex swarm budget --by queen --tokens TOKENS --cost COST',
  ],
];

test.each(nothings)('explains the empty answer %j', (nothing, what, next) =>
  expect(explainNothing(nothing, { agent: 'bob', decider: 'queen' })).toEqual({ what, next }),
);

describe('warnings', () => {
  test.each([
    [
      { limit: 'tokens' as const, spent: 800, max: 1000, percent: 80 as const },
      'The swarm has used 800 of 1,000 tokens, which is 80 % or more; at 100 % no more tasks are assigned.',
    ],
    [
      { limit: 'duration' as const, spent: 9e6, max: 59_000, percent: 100 as const },
      'The swarm has used 2 h 30 min of 59 s: no more tasks are assigned.',
    ],
    [{ limit: 'agents' as const, spent: 5, max: 5, percent: 100 as const }, 'The swarm has used 5 of 5 agents: no more agents can join.'],
  ])('%j', (warning, sentence) => expect(explainWarning(warning)).toBe(sentence));
});
