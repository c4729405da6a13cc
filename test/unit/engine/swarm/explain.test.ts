import { describe, expect, test } from 'vitest';
import { explainNoTask } from '../../../../src/engine/swarm/events/explain.ts';
import type { NoTaskAvailable } from '../../../../src/engine/swarm/refusal.ts';
import { explainWarning } from '../../../../src/engine/swarm/wording.ts';

const limits = [
  { limit: 'tokens' as const, spent: 1200, max: 1000 },
  { limit: 'cost' as const, spent: 2.5, max: 2 },
];

const nothings: readonly [nothing: NoTaskAvailable, what: string, next: string][] = [
  [
    { status: 'none', reason: 'all-done', outcome: 'done', isAborted: false },
    'All tasks have ended, and the swarm is complete',
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
    'No task is ready: the remaining tasks wait for "x" (active, b)',
    'Claim again when one of them has ended.',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'x', status: 'pending', holders: ['zoe'], absent: true }] },
    'No task is ready: the remaining tasks wait for "x" (pending, zoe, who has not joined)',
    'No member can complete it. The coordinator or a person can assign it to another agent: cortex swarm assign x --agent AGENT --by queen',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [] },
    'No task is ready for you: the remaining tasks are for other agents',
    'Claim again later.',
  ],
  [
    {
      status: 'none',
      reason: 'nothing-assigned',
      coordinator: 'queen',
      toGive: { agent: 'ann', task: 'big', unassigned: ['p1', 'p2'] },
    },
    'No task is ready for you, but you hold "big"',
    'Assign "p1", "p2" to an agent or to yourself: cortex swarm assign p1 --agent AGENT --by ann',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: false, toPropose: ['t'], rejected: [], ballots: ['prp_1'] },
    'No approach is agreed yet',
    'Vote on "prp_1"; "cortex swarm status" shows the options: cortex swarm vote prp_1 --agent bob --for yes',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: true, toPropose: [], rejected: [], ballots: ['r#1', 'r'] },
    'The result is not agreed yet',
    'Vote on "r#1", "r"; "cortex swarm status" shows the options: cortex swarm vote "r#1" --agent bob --for FOR',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'a', status: 'active', holders: [], merge: 'votes' }] },
    'No task is ready: the remaining tasks wait for "a" (its merge waits for votes)',
    'Claim again when one of them has ended.',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: false, toPropose: ['t'], rejected: [], ballots: [] },
    'No approach is agreed yet',
    'Propose how to do "t": cortex swarm propose t --agent bob --approach APPROACH',
  ],
  [
    { status: 'none', reason: 'nothing-agreed', isAtEnd: false, toPropose: [], rejected: [], ballots: [] },
    'No approach is agreed yet: the proposals wait for the votes of other members',
    'Claim again when they have voted.',
  ],
  [
    { status: 'none', reason: 'merging', waitsFor: 'votes' },
    'All tasks have ended, and the results are being merged (waiting for votes)',
    'There is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'paused', pause: { by: 'queen', reason: '', at: 1 } },
    '"queen" has paused the swarm',
    'Finish tasks in progress, then claim again after the swarm resumes. The coordinator or a person can resume it: cortex swarm resume --by queen',
  ],
  [{ status: 'none', reason: 'nothing-assigned', coordinator: 'queen' }, 'Nothing is assigned to you', 'Ask "queen" for a task.'],
  [
    { status: 'none', reason: 'over-budget', limits },
    'The budget is used up (1,200 of 1,000 tokens, $2.50 of $2.00), so no more tasks are assigned',
    'Finish tasks in progress, then claim again later. The coordinator or a person can raise the limit: cortex swarm budget --by queen --tokens TOKENS --cost COST',
  ],
];

test.each(nothings)('explains the empty answer %j', (nothing, what, next) =>
  expect(explainNoTask(nothing, { agent: 'bob', decider: 'queen' })).toEqual({ what, next }),
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
