import { expect, expectTypeOf, test } from 'vitest';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { explainRefusal } from '../../../../src/engine/swarm/events/explain.ts';
import type { Refused } from '../../../../src/engine/swarm/refusal.ts';
import { refusalError } from '../../../../src/engine/swarm/use-cases/refusals.ts';

const READER = { agent: 'bob', decider: 'queen' };

const refusals = [
  [
    { status: 'refused', code: 'no-swarm' },
    'There is no swarm',
    'Create one first: cortex swarm create --task TASK --coordinator COORDINATOR',
  ],
  [
    { status: 'refused', code: 'swarm-running', swarm: 'swm_1', goal: 'build it', unfinished: 3 },
    'Swarm "swm_1" (build it) still has 3 unfinished tasks',
    'Complete or fail each of them, or end them all: cortex swarm abort --by queen --reason REASON',
  ],
  [
    { status: 'refused', code: 'invalid-decomposition', problems: ['one', 'two'] },
    'The decomposition cannot be used: one; two',
    'Correct it and try again.',
  ],
  [
    { status: 'refused', code: 'unknown-agent', agent: 'a' },
    'Agent "a" is not a member of the swarm',
    'Recruit it first: cortex swarm recruit a --role ROLE',
  ],
  [
    { status: 'refused', code: 'retired', agent: 'a', since: 5 },
    'Agent "a" has left the swarm',
    'Recruit it again to bring it back: cortex swarm recruit a --role ROLE',
  ],
  [
    { status: 'refused', code: 'full', agent: 'a', joined: 5000, max: 5000 },
    'Agent "a" cannot join, because the swarm has had 5,000 agents and may have no more than 5,000',
    'Let one of them do the work, or let the coordinator or a person raise the limit: cortex swarm budget --by queen --agents AGENTS',
  ],
  [{ status: 'refused', code: 'unknown-task', task: 't' }, 'There is no task "t"', 'See "cortex swarm status" for the ids of the tasks.'],
  [
    { status: 'refused', code: 'not-a-leaf', task: 't', children: ['t1', 't2'] },
    'Task "t" consists of other tasks (such as t1, t2), and its status follows from theirs',
    'Name one of them.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'done', by: 'b' },
    'Task "t" is done already, by "b"',
    'See "cortex swarm status" for the tasks that are left.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'skipped', by: null },
    'Task "t" was skipped already',
    'See "cortex swarm status" for the tasks that are left.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'skipped', by: 'b' },
    'Task "t" was skipped already, when "b" had it',
    'See "cortex swarm status" for the tasks that are left.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'failed', by: 'b' },
    'Task "t" has failed already, when "b" had it',
    'See "cortex swarm status" for the tasks that are left.',
  ],
  [
    { status: 'refused', code: 'result-stays', task: 't', agent: 'a', taskStatus: 'done' },
    '"a" has ended task "t" already, and the first result stays: this one was not taken',
    'Tell the others what else came of it: cortex timeline add --agent a --type discovery --action ACTION --reasoning REASONING',
  ],
  [
    { status: 'refused', code: 'result-stays', task: 't', agent: 'a', taskStatus: 'active' },
    '"a" has submitted a result for task "t" already, and the first candidate stays: this one was not taken',
    'Tell the others what else came of it: cortex timeline add --agent a --type discovery --action ACTION --reasoning REASONING',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'active', holder: 'b' },
    'Task "t" belongs to "b" (active), who alone may end it',
    'Name a task of your own, or claim one that is free: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'pending', holder: null },
    'Task "t" is pending and not yours',
    'Claim it first: cortex swarm claim --task t --agent bob',
  ],
  [
    { status: 'refused', code: 'not-started', task: 't', agent: 'a' },
    'Task "t" is assigned to "a" but was not begun',
    'Start it first: cortex swarm start t --agent a',
  ],
  [
    { status: 'refused', code: 'not-assigned', task: 't', agent: 'a', coordinator: 'queen' },
    'Task "t" is not assigned to "a"',
    'Ask "queen" to assign it: cortex swarm assign t --agent a --by queen',
  ],
  [
    { status: 'refused', code: 'in-work', task: 't', holder: 'b' },
    'Task "t" is being worked on by "b"',
    'Wait until it has ended, or let that agent go: cortex swarm retire b --by queen',
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
    'Task "t" waits for "x" (active, b), "y" (pending)',
    'Claim another task until they are done: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'waits-for', task: 't', dependencies: [{ task: 'x', status: 'skipped', holders: [] }] },
    'Task "t" waits for "x" (skipped)',
    'Retry "x" first: cortex swarm retry x --by queen',
  ],
  [
    {
      status: 'refused',
      code: 'over-budget',
      limits: [
        { limit: 'tokens', spent: 1200, max: 1000 },
        { limit: 'cost', spent: 2.5, max: 2 },
      ],
    },
    'The budget is used up (1,200 of 1,000 tokens, $2.50 of $2.00), so no more tasks are assigned',
    'Finish what is in progress, then wait and claim again. The coordinator or a person can raise the limit: cortex swarm budget --by queen --tokens TOKENS --cost COST',
  ],
  [
    { status: 'refused', code: 'not-coordinator', by: 'a', task: 't', coordinator: 'queen', holders: ['b'] },
    '"a" may not assign task "t"',
    'That is for "queen", "b" or a person.',
  ],
  [
    { status: 'refused', code: 'not-yours-to-retire', agent: 'b', by: 'a', coordinator: 'queen' },
    '"a" may not retire agent "b"',
    'That is for the agent itself, "queen" or a person.',
  ],
  [
    { status: 'refused', code: 'not-in-charge', by: 'a', coordinator: 'queen' },
    '"a" may not decide this',
    'That is for "queen" or a person.',
  ],
  [
    { status: 'refused', code: 'not-in-charge', by: 'a', coordinator: 'queen', others: ['b'] },
    '"a" may not decide this',
    'That is for "queen", "b" or a person.',
  ],
  [
    { status: 'refused', code: 'paused', pause: { by: 'queen', reason: 'tea', at: 1 } },
    '"queen" has paused the swarm (tea)',
    'Finish what is in work, and claim again when it goes on. The coordinator or a person ends the pause: cortex swarm resume --by queen',
  ],
  [
    { status: 'refused', code: 'finished', swarm: 'swm_1' },
    'Swarm "swm_1" has finished',
    'Create another swarm, or retry a task that failed: cortex swarm retry TASK --by queen',
  ],
  [
    { status: 'refused', code: 'aborted', swarm: 'swm_1' },
    'Swarm "swm_1" was aborted, and nothing is decided any more',
    'Create another swarm, or retry a task: cortex swarm retry TASK --by queen',
  ],
  [
    { status: 'refused', code: 'not-failed', task: 't', taskStatus: 'done' },
    'Task "t" is done',
    'Only failed or skipped tasks can be retried, and completed ones if the merged result was refused.',
  ],
  [
    { status: 'refused', code: 'not-consensus', task: 't', strategy: 'parallel' },
    'Under the strategy parallel nothing is proposed',
    'Claim a task and do it: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'agreed-already', task: 't', proposal: 'prp_1' },
    'For task "t" the proposal "prp_1" has won already',
    'Claim it, or a task below it, and do it so: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'not-agreed', task: 't' },
    'Task "t" is not agreed yet: no proposal for it has won',
    'Vote, or propose how to do it: cortex swarm propose t --agent bob --approach APPROACH',
  ],
  [
    { status: 'refused', code: 'no-ballot', subject: 'x', open: [] },
    'There is no vote on "x" now, nor on anything else',
    'See "cortex swarm status".',
  ],
  [
    { status: 'refused', code: 'no-ballot', subject: 'x', open: ['prp_1', 'root#1'] },
    'There is no vote on "x" now',
    'Votes are taken on "prp_1", "root#1".',
  ],
  [
    { status: 'refused', code: 'awaits-admission', agent: 'a', coordinator: 'queen' },
    'Agent "a" waits to be admitted to the swarm by "queen" or a person',
    'See who waits, and how to admit them: cortex swarm status',
  ],
  [
    { status: 'refused', code: 'awaits-admission', agent: 'bob', coordinator: 'queen' },
    'Agent "bob" waits to be admitted to the swarm by "queen" or a person',
    'The request is recorded. Ask again later: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'refused', agent: 'bob', by: 'queen', reason: 'enough coders', coordinator: 'queen' },
    'Agent "bob" was refused admission to the swarm by "queen" (enough coders)',
    'Do not ask again: only "queen" or a person can admit it now.',
  ],
  [
    { status: 'refused', code: 'not-waiting', agent: 'a' },
    'Agent "a" does not wait to be admitted',
    'See "cortex swarm status" for who does.',
  ],
  [
    { status: 'refused', code: 'not-entitled', subject: 'x', agent: 'a' },
    'Agent "a" cannot vote on "x": only those may who were recruited before it was opened',
    'Members can vote on what is opened from now on. To see what is open, and who may vote: cortex swarm status',
  ],
  [
    { status: 'refused', code: 'no-such-choice', subject: 'x', choice: 'maybe', options: ['yes', 'no'] },
    '"maybe" cannot be chosen for "x"',
    'Choose one of "yes", "no".',
  ],
  [
    { status: 'refused', code: 'no-room', task: 't', contenders: ['a', 'b', 'c'], seats: 3 },
    'Task "t" is given to 3 agents, and there are as many (a, b, c)',
    'Claim another task: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'handed-in', task: 't', agent: 'a' },
    '"a" has already submitted a result for task "t"',
    'Claim another task: cortex swarm claim --agent bob',
  ],
  [{ status: 'refused', code: 'nothing-to-merge', task: 't' }, 'There is nothing to merge for task "t" now', 'See "cortex swarm status".'],
  [
    { status: 'refused', code: 'merged-already', task: 't' },
    'What came of task "t" is merged already',
    'Retry a task: cortex swarm retry TASK --by queen',
  ],
  [
    { status: 'refused', code: 'merge-undecided', task: 't', waitsFor: 'votes' },
    'The merge of task "t" still waits for votes',
    'Let the members vote ("cortex swarm status" shows the command), or a person approve it.',
  ],
  [
    { status: 'refused', code: 'voted-on', task: 't', subject: 't#1', by: 'queen' },
    'The question "t#1" waits for votes, and "queen" may not answer it for those who vote',
    'Let a person decide, or let them vote: cortex swarm vote "t#1" --agent AGENT --for FOR',
  ],
  [
    { status: 'refused', code: 'in-contest', task: 't', contenders: ['a', 'b'], above: 'r' },
    'Task "t" has competing submissions (a, b): each agent does all of it, so it cannot be split',
    'Split "r" instead, which it is a part of.',
  ],
  [
    { status: 'refused', code: 'in-contest', task: 't', contenders: ['a'], above: null },
    'Task "t" has competing submissions (a): each agent does all of it, so it cannot be split',
    'Each contender completes the whole task, or fails it.',
  ],
  [
    { status: 'refused', code: 'needs-person', task: 't', by: 'a' },
    'The merge of task "t" waits for a person, and "a" is none',
    'Let one approve it in the editor, or at a terminal: cortex swarm approve --task t --by person:NAME',
  ],
  [
    { status: 'refused', code: 'swarm-running', swarm: 'swm_1', goal: 'build it', unfinished: 0 },
    'Swarm "swm_1" (build it) is not merged yet',
    'See "cortex swarm status" for what it waits for, or end it: cortex swarm abort --by queen --reason REASON',
  ],
] as const satisfies readonly (readonly [refused: Refused, what: string, next: string])[];

test.each(refusals)('explains the refusal %j', (refused, what, next) => expect(explainRefusal(refused, READER)).toEqual({ what, next }));

test('covers every code', () => {
  expectTypeOf<(typeof refusals)[number][0]['code']>().toEqualTypeOf<Refused['code']>();
});

test.each(refusals)('states the problem and the next step once each: %j', (refused) => {
  const { what, next } = explainRefusal(refused, READER);
  expect(what).toMatch(/^["A-Z].*[^\s.!?,;:]$/);
  expect(next).toMatch(/^[A-Z].*(?:[^\s.!?,;:]\.|: cortex .*[^\s.!?,;:])$/);
  const error = refusalError(refused, READER);
  expect(error).toMatchObject({ message: what, data: { next } });
  expect(describeError(error)).toBe(`${what}. ${next}`);
  expect(describeError(error).split(next.slice(1))).toHaveLength(2);
  expect(describeError(refusalError(refused, READER, { [refused.code]: 'Look again.' }))).toBe(`${what}. Look again.`);
});
