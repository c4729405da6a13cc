import { quoted, shortLine } from '../../crtx/shorten.ts';
import { counted, grouped } from '../../text/amounts.ts';
import type { BudgetUse } from '../budget.ts';
import { CONTENDERS } from '../defaults.ts';
import { CREATE_SWARM, NO_SWARM_TEXT } from '../no-swarm.ts';
import type { NoTaskAvailable, OpenTask, Refused, UnassignedTasks } from '../refusal.ts';
import type { Abortion, Pause } from '../state/unpublished.ts';
import type { ClaimedTask, LostTasks } from '../swarm-answers.ts';
import { describeUse, list, WAITS } from '../wording.ts';
import { describeOpenTaskState, explainTask } from './explain-task.ts';
import { type AnswerReader, type Explanation, suggestCommand, suggestSwarmCommand } from './explanation.ts';

function paused({ by, reason }: Pause, { decider }: AnswerReader): Explanation {
  const why = reason === '' ? '' : ` (${shortLine(reason)})`;
  return {
    what: `${quoted(by)} has paused the swarm${why}`,
    next: `Finish tasks in progress, then claim again after the swarm resumes. The coordinator or a person can resume it: ${suggestSwarmCommand('swarm resume', { by: decider })}`,
  };
}

/** Returns the command that raises the limits. */
function raiseLimitsCommand(limits: readonly BudgetUse['limit'][], { decider }: AnswerReader): string {
  return suggestSwarmCommand('swarm budget', { by: decider, ...Object.fromEntries(limits.map((limit) => [limit, null])) });
}

const retryCommand = ({ decider }: AnswerReader) => suggestCommand('swarm retry', null, { by: decider });
const abortCommand = ({ decider }: AnswerReader) => suggestSwarmCommand('swarm abort', { by: decider, reason: null });

function overBudget(limits: readonly BudgetUse[], reader: AnswerReader): Explanation {
  const command = raiseLimitsCommand(
    limits.map(({ limit }) => limit),
    reader,
  );
  return {
    what: `The budget is used up (${list(limits.map(describeUse))}), so no more tasks are assigned`,
    next: `Finish tasks in progress, then claim again later. The coordinator or a person can raise the limit: ${command}`,
  };
}

function explainRunning(
  { swarm, goal, unfinished }: Extract<Refused, { readonly code: 'swarm-running' }>,
  reader: AnswerReader,
): Explanation {
  const name = `Swarm ${quoted(swarm)} (${shortLine(goal)})`;
  return unfinished === 0
    ? { what: `${name} is not merged yet`, next: `See "cortex swarm status" for what it waits for, or abort it: ${abortCommand(reader)}` }
    : {
        what: `${name} still has ${counted(unfinished, 'unfinished task')}`,
        next: `Complete or fail each of them, or abort the swarm: ${abortCommand(reader)}`,
      };
}

function explainEnd(refused: Extract<Refused, { readonly code: 'finished' | 'aborted' }>, reader: AnswerReader): Explanation {
  const by = refused.code === 'aborted' && refused.by !== undefined ? ` by ${quoted(refused.by)}` : '';
  const swarm = `Swarm ${quoted(refused.swarm)}`;
  if (refused.code === 'aborted') {
    const what = `${swarm} was aborted${by}; it accepts no more decisions`;
    return { what, next: `Create another swarm, or retry a task: ${retryCommand(reader)}` };
  }
  const { failed } = refused;
  const retry = failed === null ? null : suggestCommand('swarm retry', failed, { by: reader.decider });
  return {
    what: `${swarm} has finished`,
    next: retry === null ? `Create another swarm: ${CREATE_SWARM}` : `Create another swarm, or retry the failed task: ${retry}`,
  };
}

function noBallot({ subject, open: others }: Extract<Refused, { readonly code: 'no-ballot' }>, { agent }: AnswerReader): Explanation {
  const what = `There is no open vote on ${quoted(subject)}`;
  return others.length === 0
    ? { what: `${what}, and no other vote is open`, next: 'See "cortex swarm status".' }
    : { what, next: openVotes(others, agent) };
}

/** Returns the open votes, with the command for the first one: ids of votes are long. */
function openVotes([first = '', ...more]: readonly string[], agent: string | undefined): string {
  const vote = suggestCommand('swarm vote', first, { agent: agent ?? null, for: null });
  return more.length === 0 ? `Vote on the open one: ${vote}` : `Also open: ${list(more.map(quoted))}. Vote: ${vote}`;
}

const recruiting = (agent: string) => suggestCommand('swarm recruit', agent, { role: null });

/** Agents do not see the command that admits them: "cortex swarm status" and Needs You show it to those who decide. */
function awaitingAdmission(
  { agent, coordinator }: Extract<Refused, { readonly code: 'awaits-admission' }>,
  { agent: asking }: AnswerReader,
): Explanation {
  const what = `Agent ${quoted(agent)} waits to be admitted to the swarm by ${quoted(coordinator)} or a person`;
  return agent === asking
    ? { what, next: `The request is recorded. Try again later: ${suggestSwarmCommand('swarm claim', { agent })}` }
    : { what, next: 'To see the waiting agents and how to admit them: cortex swarm status' };
}

function refusedAdmission({ agent, by, reason, coordinator }: Extract<Refused, { readonly code: 'refused' }>): Explanation {
  const why = reason === '' ? '' : ` (${shortLine(reason)})`;
  return {
    what: `Agent ${quoted(agent)} was refused admission to the swarm by ${quoted(by)}${why}`,
    next: `Do not try again: only ${quoted(coordinator)} or a person can admit it now.`,
  };
}

type MemberCode = 'unknown-agent' | 'retired' | 'awaits-admission' | 'refused' | 'not-waiting' | 'not-yours-to-retire';

/** Explains why an agent is not a member, or has no say about one. */
function explainMember(refused: Extract<Refused, { readonly code: MemberCode }>, reader: AnswerReader): Explanation {
  switch (refused.code) {
    case 'unknown-agent':
      return {
        what: `Agent ${quoted(refused.agent)} is not a member of the swarm`,
        next: `Recruit it first: ${recruiting(refused.agent)}`,
      };
    case 'retired':
      return {
        what: `Agent ${quoted(refused.agent)} has left the swarm`,
        next: `Recruit it again to bring it back: ${recruiting(refused.agent)}`,
      };
    case 'awaits-admission':
      return awaitingAdmission(refused, reader);
    case 'refused':
      return refusedAdmission(refused);
    case 'not-waiting':
      return {
        what: `Agent ${quoted(refused.agent)} is not waiting to be admitted`,
        next: 'See "cortex swarm status" for the waiting agents.',
      };
    case 'not-yours-to-retire':
      return {
        what: `${quoted(refused.by)} may not retire agent ${quoted(refused.agent)}`,
        next: `Only the agent itself, ${quoted(refused.coordinator)} or a person may do this.`,
      };
  }
}

function notInCharge({ by, coordinator, others = [] }: Extract<Refused, { readonly code: 'not-in-charge' }>): Explanation {
  const allowed = list([`${quoted(coordinator)} (coordinator)`, ...others.map((other) => `${quoted(other)} (had the task)`)]);
  return { what: `${quoted(by)} may not decide this`, next: `Only ${allowed} or a person may do this.` };
}

/** Returns why an operation was refused, and what to do now. */
export function explainRefusal(refused: Refused, reader: AnswerReader): Explanation {
  switch (refused.code) {
    case 'no-swarm':
      return { what: NO_SWARM_TEXT, next: `Create one: ${CREATE_SWARM}` };
    case 'swarm-running':
      return explainRunning(refused, reader);
    case 'invalid-decomposition':
      return { what: `The decomposition cannot be used: ${refused.problems.join('; ')}`, next: 'Correct it and try again.' };
    case 'unknown-agent':
    case 'retired':
    case 'awaits-admission':
    case 'refused':
    case 'not-waiting':
    case 'not-yours-to-retire':
      return explainMember(refused, reader);
    case 'full':
      return {
        what: `Agent ${quoted(refused.agent)} cannot join: ${counted(refused.joined, 'agent')} joined the swarm, and the limit is ${grouped(refused.max)}`,
        next: `Let one of them do the work. The coordinator or a person can raise the limit: ${raiseLimitsCommand(['agents'], reader)}`,
      };
    case 'over-budget':
      return overBudget(refused.limits, reader);
    case 'paused':
      return paused(refused.pause, reader);
    case 'finished':
    case 'aborted':
      return explainEnd(refused, reader);
    case 'not-in-charge':
      return notInCharge(refused);
    case 'no-ballot':
      return noBallot(refused, reader);
    case 'not-entitled':
      return {
        what: `Agent ${quoted(refused.agent)} cannot vote on ${quoted(refused.subject)}: only agents recruited before the vote opened can vote`,
        next: 'The agent can vote in votes that open from now on. To see open votes and who can vote: cortex swarm status',
      };
    case 'no-such-choice':
      return {
        what: `${quoted(refused.choice)} is not an option for ${quoted(refused.subject)}`,
        next: `Choose one of ${list(refused.options.map(quoted))}.`,
      };
    default:
      return explainTask(refused, reader);
  }
}

const ENDS = {
  'all-done': 'All tasks have ended, and the swarm is complete',
  failed: 'The swarm has failed',
  aborted: 'The swarm was aborted',
};

/** Returns how a swarm ended that has nothing left to do. */
export function endOfSwarm({ outcome, isAborted }: Extract<NoTaskAvailable, { readonly reason: 'all-done' }>): keyof typeof ENDS {
  if (isAborted) return 'aborted';
  return outcome === 'failed' ? 'failed' : 'all-done';
}

const NOTHING_LEFT = 'There is nothing left to claim.';

/** Returns the next step when nothing is left to claim. */
const adviseRetry = (reader: AnswerReader) => `${NOTHING_LEFT} To retry a task: ${retryCommand(reader)}`;

function ended(nothing: Extract<NoTaskAvailable, { readonly reason: 'all-done' }>, reader: AnswerReader): Explanation {
  const end = endOfSwarm(nothing);
  const what = `${ENDS[end]}${abortedBy(nothing.abortion)}`;
  return end === 'failed' ? { what, next: `See why with "cortex swarm status". ${adviseRetry(reader)}` } : { what, next: NOTHING_LEFT };
}

function explainUnassigned({ agent, task, unassigned }: UnassignedTasks): Explanation {
  const [first = ''] = unassigned;
  const command = suggestCommand('swarm assign', first, { agent: null, by: agent });
  return {
    what: `No task is ready for you, but you hold ${quoted(task)}`,
    next: `Assign ${list(unassigned.map(quoted))} to an agent or to yourself: ${command}`,
  };
}

function merging({ waitsFor, refused }: Extract<NoTaskAvailable, { readonly reason: 'merging' }>, reader: AnswerReader): Explanation {
  const awaited = WAITS[waitsFor ?? 'answers'];
  if (refused === undefined)
    return { what: `All tasks have ended, and the results are being merged (waiting for ${awaited})`, next: NOTHING_LEFT };
  const why = refused === '' ? '' : ` (${shortLine(refused)})`;
  return {
    what: `All tasks have ended, and the merged result was refused${why}: waiting for the retry of a task, or for ${awaited} to approve the result or abort the swarm`,
    next: adviseRetry(reader),
  };
}

function abortedBy(abortion: Abortion | undefined): string {
  return abortion === undefined ? '' : ` by ${quoted(abortion.by)} (${shortLine(abortion.reason)})`;
}

function explainNothingReady(waitsFor: readonly OpenTask[], { decider }: AnswerReader): Explanation {
  const [first] = waitsFor;
  if (first === undefined)
    return { what: 'No task is ready for you: the remaining tasks are for other agents', next: 'Claim again later.' };
  const what = `No task is ready: the remaining tasks wait for ${list(waitsFor.map(describeOpenTaskState))}`;
  return waitsFor.every(({ absent = false }) => absent)
    ? {
        what,
        next: `No member can complete it. The coordinator or a person can assign it to another agent: ${suggestCommand('swarm assign', first.task, { agent: null, by: decider })}`,
      }
    : { what, next: 'Claim again when one of them has ended.' };
}

type NothingAgreed = Extract<NoTaskAvailable, { readonly reason: 'nothing-agreed' }>;

function explainNothingAgreed({ isAtEnd, toPropose, rejected, ballots }: NothingAgreed, { agent }: AnswerReader): Explanation {
  const what = isAtEnd ? 'The result is not agreed yet' : 'No approach is agreed yet';
  const [ballot] = ballots;
  if (ballot !== undefined) {
    // A question of a merge has its own options, not yes and no.
    const command = suggestCommand('swarm vote', ballot, { agent, for: ballot.includes('#') ? null : 'yes' });
    return { what, next: `Vote on ${list(ballots.map(quoted))}; "cortex swarm status" shows the options: ${command}` };
  }
  const [first] = toPropose;
  if (first === undefined)
    return { what: `${what}: the proposals wait for the votes of other members`, next: 'Claim again when they have voted.' };
  const command = suggestCommand('swarm propose', first, { agent, approach: null });
  const lost = rejected.length === 0 ? '' : ` (rejected before: ${list(rejected.map(quoted))})`;
  return { what, next: `Propose how to do ${list(toPropose.map(quoted))}${lost}: ${command}` };
}

/** Returns the sentence that comes before the answer to a claim. */
export function explainLostTasks({ lost }: LostTasks): string {
  return lost.length === 0 ? '' : `You sent no heartbeat in time, and lost: ${list(lost.map(quoted))}. `;
}

/** Returns what to do with a claimed task. */
export function explainClaim({ again, refused, shared = false }: ClaimedTask): string {
  const because = refused === undefined || refused === '' ? '' : ` (${shortLine(refused)})`;
  const otherwise = refused === undefined ? '' : ` The merged result was refused${because}: use a different approach.`;
  const mine = again ? 'You are working on it already. ' : '';
  const others = shared ? `It is shared: up to ${CONTENDERS} agents each do the whole task, and one result wins. ` : '';
  return `${mine}${others}Complete or fail it${again ? '' : ' when you are done'}.${otherwise}`;
}

/** Returns why there is no task to claim, and what to do now. */
export function explainNoTask(nothing: NoTaskAvailable, reader: AnswerReader): Explanation {
  switch (nothing.reason) {
    case 'all-done':
      return ended(nothing, reader);
    case 'nothing-ready':
      return explainNothingReady(nothing.waitsFor, reader);
    case 'nothing-assigned':
      return nothing.toGive === undefined
        ? { what: 'Nothing is assigned to you', next: `Ask ${quoted(nothing.coordinator)} for a task.` }
        : explainUnassigned(nothing.toGive);
    case 'nothing-agreed':
      return explainNothingAgreed(nothing, reader);
    case 'merging':
      return merging(nothing, reader);
    case 'paused':
      return paused(nothing.pause, reader);
    case 'over-budget':
      return overBudget(nothing.limits, reader);
  }
}
