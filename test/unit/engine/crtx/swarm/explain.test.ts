import { describe, expect, test } from 'vitest';
import { explainNothing, explainRefusal, explainWarning } from '../../../../../src/engine/crtx/swarm/explain.ts';
import type { NothingToGive, Refused } from '../../../../../src/engine/crtx/swarm/swarm-answers.ts';

const limits = [
  { limit: 'tokens' as const, spent: 1200, max: 1000 },
  { limit: 'cost' as const, spent: 2.5, max: 2 },
];

const refusals: readonly [Refused, string][] = [
  [{ status: 'refused', code: 'no-swarm' }, 'There is no swarm; create one first.'],
  [
    { status: 'refused', code: 'swarm-running', swarm: 'swm_1', goal: 'build it', unfinished: 3 },
    'Swarm "swm_1" (build it) still has 3 unfinished tasks; end each with "cortex swarm complete" or "cortex swarm fail", or all of them with "cortex swarm abort".',
  ],
  [
    { status: 'refused', code: 'invalid-decomposition', problems: ['one', 'two'] },
    'The decomposition cannot be used: one; two; correct it and try again.',
  ],
  [{ status: 'refused', code: 'unknown-agent', agent: 'a' }, 'Agent "a" is not a member of the swarm; recruit it first.'],
  [{ status: 'refused', code: 'retired', agent: 'a', since: 5 }, 'Agent "a" has left the swarm; recruit it again to bring it back.'],
  [
    { status: 'refused', code: 'full', agent: 'a', joined: 5000, max: 5000 },
    'Agent "a" cannot join, because 5,000 agents have joined and no more than 5,000 may; let one of them do the work, or ask the coordinator or a person to raise the limit ("cortex swarm budget").',
  ],
  [{ status: 'refused', code: 'unknown-task', task: 't' }, 'There is no task "t"; see "cortex swarm status" for the ids of the tasks.'],
  [
    { status: 'refused', code: 'not-a-leaf', task: 't', children: ['t1', 't2'] },
    'Task "t" consists of other tasks (such as t1, t2), and its status follows from theirs; name one of them.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'done', by: 'b' },
    'Task "t" is done already, by "b"; claim another task.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'skipped', by: null },
    'Task "t" was skipped already; claim another task.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'skipped', by: 'b' },
    'Task "t" was skipped already, when "b" had it; claim another task.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'failed', by: 'b' },
    'Task "t" has failed already, when "b" had it; claim another task.',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'active', holder: 'b' },
    'Task "t" belongs to "b" (active), who alone may end it; name a task of your own, or claim one that is free.',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'pending', holder: null },
    'Task "t" is pending and not yours; claim it first.',
  ],
  [{ status: 'refused', code: 'not-started', task: 't', agent: 'a' }, 'Task "t" is assigned to "a" but was not begun; start it first.'],
  [
    { status: 'refused', code: 'not-assigned', task: 't', agent: 'a', coordinator: 'queen' },
    'Task "t" is not assigned to "a"; ask "queen" to assign it.',
  ],
  [
    { status: 'refused', code: 'in-work', task: 't', holder: 'b' },
    'Task "t" is being worked on by "b"; wait until it has ended, or retire that agent.',
  ],
  [
    {
      status: 'refused',
      code: 'waits-for',
      task: 't',
      dependencies: [
        { task: 'x', status: 'active', holders: ['b'] },
        { task: 'y', status: 'pending', holders: [] },
      ],
    },
    'Task "t" waits for "x" (active, b), "y" (pending); claim another task until they are done.',
  ],
  [
    { status: 'refused', code: 'over-budget', limits },
    'The budget is used up (1,200 of 1,000 tokens, $2.50 of $2.00), so no more tasks are given out; finish what is in work, and ask the coordinator or a person to raise the limit ("cortex swarm budget").',
  ],
  [
    { status: 'refused', code: 'not-coordinator', by: 'a', task: 't', coordinator: 'queen', holders: ['b'] },
    '"a" may not assign task "t"; that is for "queen", "b" or a person.',
  ],
  [
    { status: 'refused', code: 'not-yours-to-retire', agent: 'b', by: 'a', coordinator: 'queen' },
    '"a" may not retire agent "b"; that is for the agent itself, "queen" or a person.',
  ],
  [
    { status: 'refused', code: 'not-in-charge', by: 'a', coordinator: 'queen' },
    '"a" may not decide this; that is for "queen" or a person.',
  ],
  [
    { status: 'refused', code: 'paused', pause: { by: 'queen', reason: 'tea', at: 1 } },
    '"queen" has paused the swarm (tea); finish what is in work, and claim again when it goes on.',
  ],
  [
    { status: 'refused', code: 'finished', swarm: 'swm_1' },
    'Swarm "swm_1" has finished; "cortex swarm retry" lets a task that failed be tried again, and "cortex swarm create" begins another swarm.',
  ],
  [
    { status: 'refused', code: 'not-failed', task: 't', taskStatus: 'done' },
    'Task "t" is done; only what failed or was skipped can be tried again.',
  ],
  [
    { status: 'refused', code: 'not-consensus', task: 't', strategy: 'parallel' },
    'Under the strategy parallel nothing is proposed; claim task "t" and do it.',
  ],
  [
    { status: 'refused', code: 'agreed-already', task: 't', proposal: 'prp_1' },
    'For task "t" the proposal "prp_1" has won already; claim it and do it so.',
  ],
  [
    { status: 'refused', code: 'not-agreed', task: 't' },
    'Task "t" is not agreed yet: no proposal for it has won; propose how to do it ("cortex swarm propose"), or vote.',
  ],
  [
    { status: 'refused', code: 'no-ballot', subject: 'x', open: [] },
    'There is no vote on "x" now, nor on anything else; see "cortex swarm status".',
  ],
  [
    { status: 'refused', code: 'no-ballot', subject: 'x', open: ['prp_1', 'root#1'] },
    'There is no vote on "x" now; votes are taken on "prp_1", "root#1".',
  ],
  [
    { status: 'refused', code: 'no-such-choice', subject: 'x', choice: 'maybe', options: ['yes', 'no'] },
    '"maybe" cannot be chosen for "x"; choose one of "yes", "no".',
  ],
  [
    { status: 'refused', code: 'no-room', task: 't', contenders: ['a', 'b', 'c'], seats: 3 },
    'Task "t" is given to 3 agents, and there are as many (a, b, c); claim another task.',
  ],
  [
    { status: 'refused', code: 'handed-in', task: 't', agent: 'a' },
    '"a" has handed in a candidate for task "t" already; claim another task.',
  ],
  [{ status: 'refused', code: 'nothing-to-merge', task: 't' }, 'There is nothing to merge for task "t" now; see "cortex swarm status".'],
  [
    { status: 'refused', code: 'merged-already', task: 't' },
    'What came of task "t" is merged already; "cortex swarm retry" lets a task be tried again.',
  ],
  [
    { status: 'refused', code: 'merge-undecided', task: 't', waitsFor: 'votes' },
    'The merge of task "t" still waits for votes; give those first.',
  ],
  [
    { status: 'refused', code: 'needs-person', task: 't', by: 'a' },
    'The merge of task "t" waits for a person, and "a" is none; let one approve it, at a terminal or in the editor.',
  ],
  [
    { status: 'refused', code: 'swarm-running', swarm: 'swm_1', goal: 'build it', unfinished: 0 },
    'Swarm "swm_1" (build it) is not merged yet; see "cortex swarm status" for what it waits for, or end it with "cortex swarm abort".',
  ],
];

test.each(refusals)('refused: %j', (refused, sentence) => expect(explainRefusal(refused)).toBe(sentence));

const nothings: readonly [NothingToGive, string][] = [
  [
    { status: 'none', reason: 'all-done', outcome: 'done', isAborted: false },
    'Everything has ended, and the whole is done; there is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'all-done', outcome: 'failed', isAborted: false },
    'The swarm has failed ("cortex swarm status" says why, and "cortex swarm retry" lets a task be tried again); there is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'all-done', outcome: 'failed', isAborted: true },
    'The swarm was ended before its end; there is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'x', status: 'active', holders: ['b'] }] },
    'Nothing can be begun now: what is left waits for "x" (active, b); claim again when one of them has ended.',
  ],
  [{ status: 'none', reason: 'nothing-assigned', coordinator: 'queen' }, 'Nothing is assigned to you; ask "queen" for a task.'],
  [
    { status: 'none', reason: 'over-budget', limits },
    'The budget is used up (1,200 of 1,000 tokens, $2.50 of $2.00), so no more tasks are given out; finish what is in work, and ask the coordinator or a person to raise the limit ("cortex swarm budget").',
  ],
];

test.each(nothings)('none: %j', (nothing, sentence) => expect(explainNothing(nothing)).toBe(sentence));

describe('warnings', () => {
  test.each([
    [
      { limit: 'tokens' as const, spent: 800, max: 1000, percent: 80 as const },
      'The swarm has used 800 of 1,000 tokens, which is 80 % or more; at 100 % no more tasks are given out.',
    ],
    [
      { limit: 'duration' as const, spent: 9e6, max: 59_000, percent: 100 as const },
      'The swarm has used 2 h 30 min of 59 s: no more tasks are given out.',
    ],
    [{ limit: 'agents' as const, spent: 5, max: 5, percent: 100 as const }, 'The swarm has used 5 of 5 agents: no more agents can join.'],
  ])('%j', (warning, sentence) => expect(explainWarning(warning)).toBe(sentence));
});
