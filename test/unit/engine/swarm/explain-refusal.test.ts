import { expect, expectTypeOf, test } from 'vitest';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { explainRefusal } from '../../../../src/engine/swarm/events/explain.ts';
import type { Refused } from '../../../../src/engine/swarm/refusal.ts';
import { refusalError } from '../../../../src/engine/swarm/use-cases/refusals.ts';

const READER = { agent: 'bob', decider: 'queen' };

const refusals = [
  [{ status: 'refused', code: 'no-swarm' }, 'There is no swarm', 'Create one: cortex swarm create --task TASK --coordinator COORDINATOR'],
  [
    { status: 'refused', code: 'swarm-running', swarm: 'swm_1', goal: 'build it', unfinished: 3 },
    'Swarm "swm_1" (build it) still has 3 unfinished tasks',
    'Complete or fail each of them, or abort the swarm: cortex swarm abort --by queen --reason REASON',
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
    'Agent "a" cannot join: 5,000 agents joined the swarm, and the limit is 5,000',
    'Let one of them do the work. The coordinator or a person can raise the limit: cortex swarm budget --by queen --agents AGENTS',
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
    'Task "t" was skipped already, while assigned to "b"',
    'See "cortex swarm status" for the tasks that are left.',
  ],
  [
    { status: 'refused', code: 'already-ended', task: 't', taskStatus: 'failed', by: 'b' },
    'Task "t" has failed already, while assigned to "b"',
    'See "cortex swarm status" for the tasks that are left.',
  ],
  [
    { status: 'refused', code: 'result-stays', task: 't', agent: 'a', taskStatus: 'done' },
    '"a" has already completed task "t"; the first result stays, and this one was not recorded',
    'To record the new result for other agents: cortex timeline add --agent a --type discovery --action ACTION --reasoning REASONING',
  ],
  [
    { status: 'refused', code: 'result-stays', task: 't', agent: 'a', taskStatus: 'active' },
    '"a" has already submitted a result for task "t"; the first candidate stays, and this one was not recorded',
    'To record the new result for other agents: cortex timeline add --agent a --type discovery --action ACTION --reasoning REASONING',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'active', holder: 'b' },
    'Task "t" is assigned to "b" (active); only this agent can complete or fail it',
    'Name one of your tasks, or claim another: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'not-yours', task: 't', taskStatus: 'pending', holder: null },
    'Task "t" is pending and not yours',
    'Claim it first: cortex swarm claim --task t --agent bob',
  ],
  [
    { status: 'refused', code: 'not-started', task: 't', agent: 'a' },
    'Task "t" is assigned to "a" but not started',
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
    'Wait until it has ended, or retire that agent: cortex swarm retire b --by queen',
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
    'Finish tasks in progress, then claim again later. The coordinator or a person can raise the limit: cortex swarm budget --by queen --tokens TOKENS --cost COST',
  ],
  [
    { status: 'refused', code: 'not-coordinator', by: 'a', task: 't', coordinator: 'queen', holders: ['b'] },
    '"a" may not assign task "t"',
    'Only "queen", "b" or a person may do this.',
  ],
  [
    { status: 'refused', code: 'not-yours-to-retire', agent: 'b', by: 'a', coordinator: 'queen' },
    '"a" may not retire agent "b"',
    'Only the agent itself, "queen" or a person may do this.',
  ],
  [
    { status: 'refused', code: 'not-in-charge', by: 'a', coordinator: 'queen' },
    '"a" may not decide this',
    'Only "queen" (coordinator) or a person may do this.',
  ],
  [
    { status: 'refused', code: 'not-in-charge', by: 'a', coordinator: 'queen', others: ['b'] },
    '"a" may not decide this',
    'Only "queen" (coordinator), "b" (had the task) or a person may do this.',
  ],
  [
    { status: 'refused', code: 'paused', pause: { by: 'queen', reason: 'tea', at: 1 } },
    '"queen" has paused the swarm (tea)',
    'Finish tasks in progress, then claim again after the swarm resumes. The coordinator or a person can resume it: cortex swarm resume --by queen',
  ],
  [
    { status: 'refused', code: 'finished', swarm: 'swm_1', failed: 'parse' },
    'Swarm "swm_1" has finished',
    'Create another swarm, or retry the failed task: cortex swarm retry parse --by queen',
  ],
  [
    { status: 'refused', code: 'finished', swarm: 'swm_1', failed: null },
    'Swarm "swm_1" has finished',
    'Create another swarm: cortex swarm create --task TASK --coordinator COORDINATOR',
  ],
  [
    { status: 'refused', code: 'aborted', swarm: 'swm_1' },
    'Swarm "swm_1" was aborted; it accepts no more decisions',
    'Create another swarm, or retry a task: cortex swarm retry TASK --by queen',
  ],
  [
    { status: 'refused', code: 'not-failed', task: 't', taskStatus: 'done' },
    'Task "t" is done',
    'Only failed or skipped tasks can be retried, and completed ones if the merged result was refused.',
  ],
  [
    { status: 'refused', code: 'not-consensus', task: 't', strategy: 'parallel' },
    'The strategy parallel has no proposals',
    'Claim a task and do it: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'agreed-already', task: 't', proposal: 'prp_1' },
    'Proposal "prp_1" for task "t" has already won',
    'Claim the task or one of its subtasks, and follow the proposal: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'not-agreed', task: 't' },
    'Task "t" is not agreed yet: no proposal for it has won',
    'Vote, or propose how to do it: cortex swarm propose t --agent bob --approach APPROACH',
  ],
  [
    { status: 'refused', code: 'no-ballot', subject: 'x', open: [] },
    'There is no open vote on "x", and no other vote is open',
    'See "cortex swarm status".',
  ],
  [
    { status: 'refused', code: 'no-ballot', subject: 'x', open: ['prp_1', 'root#1'] },
    'There is no open vote on "x"',
    'Also open: "root#1". Vote: cortex swarm vote prp_1 --agent bob --for FOR',
  ],
  [
    { status: 'refused', code: 'awaits-admission', agent: 'a', coordinator: 'queen' },
    'Agent "a" waits to be admitted to the swarm by "queen" or a person',
    'To see the waiting agents and how to admit them: cortex swarm status',
  ],
  [
    { status: 'refused', code: 'awaits-admission', agent: 'bob', coordinator: 'queen' },
    'Agent "bob" waits to be admitted to the swarm by "queen" or a person',
    'The request is recorded. Try again later: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'refused', agent: 'bob', by: 'queen', reason: 'enough coders', coordinator: 'queen' },
    'Agent "bob" was refused admission to the swarm by "queen" (enough coders)',
    'Do not try again: only "queen" or a person can admit it now.',
  ],
  [
    { status: 'refused', code: 'not-waiting', agent: 'a' },
    'Agent "a" is not waiting to be admitted',
    'See "cortex swarm status" for the waiting agents.',
  ],
  [
    { status: 'refused', code: 'not-entitled', subject: 'x', agent: 'a' },
    'Agent "a" cannot vote on "x": only agents recruited before the vote opened can vote',
    'The agent can vote in votes that open from now on. To see open votes and who can vote: cortex swarm status',
  ],
  [
    { status: 'refused', code: 'no-such-choice', subject: 'x', choice: 'maybe', options: ['yes', 'no'] },
    '"maybe" is not an option for "x"',
    'Choose one of "yes", "no".',
  ],
  [
    { status: 'refused', code: 'no-room', task: 't', contenders: ['a', 'b', 'c'], seats: 3 },
    'Task "t" is limited to 3 agents, and all places are taken (a, b, c)',
    'Claim another task: cortex swarm claim --agent bob',
  ],
  [
    { status: 'refused', code: 'submitted', task: 't', agent: 'a' },
    '"a" has already submitted a result for task "t"',
    'Claim another task: cortex swarm claim --agent bob',
  ],
  [{ status: 'refused', code: 'nothing-to-merge', task: 't' }, 'There is nothing to merge for task "t" now', 'See "cortex swarm status".'],
  [
    { status: 'refused', code: 'merged-already', task: 't', failed: 'u' },
    'The results of task "t" are already merged',
    'Retry the failed task: cortex swarm retry u --by queen',
  ],
  [
    { status: 'refused', code: 'merged-already', task: 't', failed: null },
    'The results of task "t" are already merged',
    'See the results: cortex swarm status',
  ],
  [
    { status: 'refused', code: 'merge-undecided', task: 't', waitsFor: 'votes' },
    'The merge of task "t" still waits for votes',
    'Let the members vote ("cortex swarm status" shows the command), or a person approve it.',
  ],
  [
    { status: 'refused', code: 'voted-on', task: 't', subject: 't#1', by: 'queen' },
    'Question "t#1" is decided by vote, and "queen" cannot answer it for the voters',
    'Let a person decide, or let the members vote: cortex swarm vote "t#1" --agent AGENT --for FOR',
  ],
  [
    { status: 'refused', code: 'in-contest', task: 't', contenders: ['a', 'b'], above: 'r' },
    'Task "t" has competing submissions (a, b): each agent does the whole task, so it cannot be split',
    'Split its parent "r" instead.',
  ],
  [
    { status: 'refused', code: 'in-contest', task: 't', contenders: ['a'], above: null },
    'Task "t" has competing submissions (a): each agent does the whole task, so it cannot be split',
    'Each contender completes the whole task, or fails it.',
  ],
  [
    { status: 'refused', code: 'needs-person', task: 't', by: 'a' },
    'The merge of task "t" needs approval by a person, and "a" is not a person',
    'Ask a person to approve it in the editor, or at a terminal: cortex swarm approve --task t --by person:NAME',
  ],
  [
    { status: 'refused', code: 'swarm-running', swarm: 'swm_1', goal: 'build it', unfinished: 0 },
    'Swarm "swm_1" (build it) is not merged yet',
    'See "cortex swarm status" for what it waits for, or abort it: cortex swarm abort --by queen --reason REASON',
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
