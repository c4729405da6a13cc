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
    'Swarm "swm_1" (build it) still has 3 unfinished tasks; end each with "cortex swarm complete" or give it up with "cortex swarm fail", which is for the agent that works on it ("cortex swarm status" shows who), and for whoever claims it when nobody does.',
  ],
  [
    { status: 'refused', code: 'invalid-decomposition', problems: ['one', 'two'] },
    'The decomposition cannot be used: one; two; correct it and create the swarm again.',
  ],
  [{ status: 'refused', code: 'unknown-agent', agent: 'a' }, 'Agent "a" is not a member of the swarm; recruit it first.'],
  [{ status: 'refused', code: 'retired', agent: 'a', since: 5 }, 'Agent "a" has left the swarm; recruit it again to bring it back.'],
  [
    { status: 'refused', code: 'full', agent: 'a', joined: 5, max: 5 },
    'Agent "a" cannot join, because 5 agents have joined and no more than 5 may; let one of them do the work, or ask a person to raise maxAgents in .cortex/swarm.crtx.',
  ],
  [{ status: 'refused', code: 'unknown-task', task: 't' }, 'There is no task "t"; look at the decomposition for the ids of the tasks.'],
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
    'Task "t" is skipped already; claim another task.',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'active', holder: 'b' },
    'Task "t" belongs to "b" (active), who alone may end it; name a task of your own, or claim one that is free.',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'pending', holder: null },
    'Task "t" is pending and nobody has it; claim it first.',
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
        { task: 'x', status: 'active', assignedTo: 'b' },
        { task: 'y', status: 'pending', assignedTo: null },
      ],
    },
    'Task "t" waits for "x" (active, b), "y" (pending); claim another task until they are done.',
  ],
  [
    { status: 'refused', code: 'over-budget', limits },
    'The budget is used up (1200 of 1000 tokens, 2.5 of 2 US dollars), so no more tasks are given out; finish what is in work, and ask a person to raise the limit in .cortex/swarm.crtx.',
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
    { status: 'refused', code: 'unsupported-strategy', strategy: 'pipeline' },
    'Under the strategy pipeline tasks are not supported in this version; use parallel or hierarchical for a swarm whose tasks are given out.',
  ],
];

test.each(refusals)('refused: %j', (refused, sentence) => expect(explainRefusal(refused)).toBe(sentence));

const nothings: readonly [NothingToGive, string][] = [
  [
    { status: 'none', reason: 'all-done', outcome: 'failed' },
    'Everything has ended, and the whole is failed; there is nothing left to claim.',
  ],
  [
    { status: 'none', reason: 'nothing-ready', waitsFor: [{ task: 'x', status: 'active', assignedTo: 'b' }] },
    'Nothing can be begun now: what is left waits for "x" (active, b); claim again when one of them has ended.',
  ],
  [{ status: 'none', reason: 'nothing-assigned', coordinator: 'queen' }, 'Nothing is assigned to you; ask "queen" for a task.'],
  [
    { status: 'none', reason: 'over-budget', limits },
    'The budget is used up (1200 of 1000 tokens, 2.5 of 2 US dollars), so no more tasks are given out; finish what is in work, and ask a person to raise the limit in .cortex/swarm.crtx.',
  ],
];

test.each(nothings)('none: %j', (nothing, sentence) => expect(explainNothing(nothing)).toBe(sentence));

describe('warnings', () => {
  test.each([
    [
      { limit: 'tokens' as const, spent: 800, max: 1000, percent: 80 as const },
      'The swarm has used 800 of 1000 tokens, which is 80 % or more; at 100 % no more tasks are given out.',
    ],
    [
      { limit: 'duration' as const, spent: 9e6, max: 59_000, percent: 100 as const },
      'The swarm has used 150 min of 59 s: no more tasks are given out.',
    ],
    [{ limit: 'agents' as const, spent: 5, max: 5, percent: 100 as const }, 'The swarm has used 5 of 5 agents: no more agents can join.'],
  ])('%j', (warning, sentence) => expect(explainWarning(warning)).toBe(sentence));
});
