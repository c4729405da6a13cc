import { counted, grouped } from '../../kernel/amounts.ts';
import { brief, quoted, shownName } from '../shorten.ts';
import type { BudgetUse } from './budget.ts';
import { explainTask, open } from './explain-task.ts';
import type { Explanation } from './explanation.ts';
import type { Given, NothingToGive, OpenTask, Refused, ToGive, Told } from './swarm-answers.ts';
import type { Abortion, Pause } from './unpublished.ts';
import { list, used, WAITS } from './wording.ts';

function paused({ by, reason }: Pause): Explanation {
  const why = reason === '' ? '' : ` (${brief(reason)})`;
  return { what: `${quoted(by)} has paused the swarm${why}`, next: 'Finish what is in work, and claim again when it goes on.' };
}

const RAISE = 'ask the coordinator or a person to raise the limit ("cortex swarm budget").';

function overBudget(limits: readonly BudgetUse[]): Explanation {
  return {
    what: `The budget is used up (${list(limits.map(used))}), so no more tasks are given out`,
    next: `Finish what is in progress, then wait and claim again: the coordinator or a person can raise the limit ("cortex swarm budget").`,
  };
}

function running({ swarm, goal, unfinished }: Extract<Refused, { readonly code: 'swarm-running' }>): Explanation {
  const name = `Swarm ${quoted(swarm)} (${brief(goal)})`;
  return unfinished === 0
    ? { what: `${name} is not merged yet`, next: 'See "cortex swarm status" for what it waits for, or end it with "cortex swarm abort".' }
    : {
        what: `${name} still has ${counted(unfinished, 'unfinished task')}`,
        next: 'End each with "cortex swarm complete" or "cortex swarm fail", or all of them with "cortex swarm abort".',
      };
}

function over({ code, swarm }: Extract<Refused, { readonly code: 'finished' | 'aborted' }>): Explanation {
  const [how, task] =
    code === 'finished' ? ['has finished', 'a task that failed'] : ['was ended before its end, and nothing is decided any more', 'a task'];
  return {
    what: `Swarm ${quoted(swarm)} ${how}`,
    next: `Let ${task} be tried again with "cortex swarm retry", or begin another swarm with "cortex swarm create".`,
  };
}

function noBallot({ subject, open: others }: Extract<Refused, { readonly code: 'no-ballot' }>): Explanation {
  const what = `There is no vote on ${quoted(subject)} now`;
  return others.length === 0
    ? { what: `${what}, nor on anything else`, next: 'See "cortex swarm status".' }
    : { what, next: `Votes are taken on ${list(others.map(quoted))}.` };
}

/** Why an operation was not done, and what to do now. */
export function explainRefusal(refused: Refused): Explanation {
  switch (refused.code) {
    case 'no-swarm':
      return { what: 'There is no swarm', next: 'Create one first.' };
    case 'swarm-running':
      return running(refused);
    case 'invalid-decomposition':
      return { what: `The decomposition cannot be used: ${refused.problems.join('; ')}`, next: 'Correct it and try again.' };
    case 'unknown-agent':
      return { what: `Agent ${quoted(refused.agent)} is not a member of the swarm`, next: 'Recruit it first.' };
    case 'retired':
      return { what: `Agent ${quoted(refused.agent)} has left the swarm`, next: 'Recruit it again to bring it back.' };
    case 'not-yours-to-retire':
      return {
        what: `${quoted(refused.by)} may not retire agent ${quoted(refused.agent)}`,
        next: `That is for the agent itself, ${quoted(refused.coordinator)} or a person.`,
      };
    case 'full':
      return {
        what: `Agent ${quoted(refused.agent)} cannot join, because ${grouped(refused.joined)} agents have joined and no more than ${grouped(refused.max)} may`,
        next: `Let one of them do the work, or ${RAISE}`,
      };
    case 'over-budget':
      return overBudget(refused.limits);
    case 'paused':
      return paused(refused.pause);
    case 'finished':
    case 'aborted':
      return over(refused);
    case 'not-in-charge':
      return { what: `${quoted(refused.by)} may not decide this`, next: `That is for ${quoted(refused.coordinator)} or a person.` };
    case 'no-ballot':
      return noBallot(refused);
    case 'no-such-choice':
      return {
        what: `${quoted(refused.choice)} cannot be chosen for ${quoted(refused.subject)}`,
        next: `Choose one of ${list(refused.options.map(quoted))}.`,
      };
    default:
      return explainTask(refused);
  }
}

const ENDS = {
  'all-done': 'Everything has ended, and the whole is done',
  failed: 'The swarm has failed ("cortex swarm status" says why, and "cortex swarm retry" lets a task be tried again)',
  aborted: 'The swarm was ended before its end',
};

/** How a swarm ended in which nothing is left to do. */
export function endOf({ outcome, isAborted }: Extract<NothingToGive, { readonly reason: 'all-done' }>): keyof typeof ENDS {
  if (isAborted) return 'aborted';
  return outcome === 'failed' ? 'failed' : 'all-done';
}

const NOTHING_LEFT = 'There is nothing left to claim.';

function givingOut({ agent, task, unassigned }: ToGive): Explanation {
  const [first = ''] = unassigned;
  return {
    what: `Nothing can be begun by you now, but you hold ${quoted(task)}`,
    next: `Give out ${list(unassigned.map(quoted))} ("cortex swarm assign ${shownName(first)} --agent … --by ${shownName(agent)}"), also to yourself.`,
  };
}

function merging({ waitsFor, refused }: Extract<NothingToGive, { readonly reason: 'merging' }>): Explanation {
  const awaited = WAITS[waitsFor ?? 'answers'];
  if (refused === undefined)
    return { what: `Everything has ended, and what came of it is being put together (it waits for ${awaited})`, next: NOTHING_LEFT };
  const why = refused === '' ? '' : ` (${brief(refused)})`;
  return {
    what: `Everything has ended, and what came of it was refused${why}: it waits for a task to be tried again ("cortex swarm retry"), or for ${awaited} to approve it after all ("cortex swarm approve") or to end the swarm ("cortex swarm abort")`,
    next: NOTHING_LEFT,
  };
}

function abortedBy(abortion: Abortion | undefined): string {
  return abortion === undefined ? '' : ` by ${quoted(abortion.by)} (${brief(abortion.reason)})`;
}

function nothingReady(waitsFor: readonly OpenTask[]): Explanation {
  return waitsFor.length === 0
    ? { what: 'Nothing can be begun by you now: what is left is for others', next: 'Claim again later.' }
    : {
        what: `Nothing can be begun now: what is left waits for ${list(waitsFor.map(open))}`,
        next: 'Claim again when one of them has ended.',
      };
}

type NothingAgreed = Extract<NothingToGive, { readonly reason: 'nothing-agreed' }>;

function nothingAgreed({ isAtEnd, toPropose, ballots }: NothingAgreed): Explanation {
  const what = isAtEnd ? 'What came of the work is not agreed yet' : 'Nothing is agreed yet';
  if (ballots.length > 0)
    return { what, next: `Vote on ${list(ballots.map(quoted))} ("cortex swarm vote"; "cortex swarm status" shows what can be chosen).` };
  return toPropose.length > 0
    ? { what, next: `Propose how to do ${list(toPropose.map(quoted))} ("cortex swarm propose").` }
    : { what: `${what}: what is proposed waits for the votes of others`, next: 'Claim again when they have voted.' };
}

/** What whoever claims is told before all else. */
export function explainLost({ lost }: Told): string {
  return lost.length === 0 ? '' : `You were silent for too long, and ${list(lost.map(quoted))} went back to the pool. `;
}

/** What to do with a task that was given out. */
export function explainGiven({ again, refused }: Given): string {
  const because = refused === undefined || refused === '' ? '' : ` (${brief(refused)})`;
  const otherwise = refused === undefined ? '' : ` What came of the work was refused${because}: do it otherwise.`;
  const yours = again ? 'You are working on it already. Complete or fail it.' : 'It is yours. Complete or fail it when it has ended.';
  return `${yours}${otherwise}`;
}

/** Why there is no task to give out, and what to do now. */
export function explainNothing(nothing: NothingToGive): Explanation {
  switch (nothing.reason) {
    case 'all-done':
      return { what: `${ENDS[endOf(nothing)]}${abortedBy(nothing.abortion)}`, next: NOTHING_LEFT };
    case 'nothing-ready':
      return nothingReady(nothing.waitsFor);
    case 'nothing-assigned':
      return nothing.toGive === undefined
        ? { what: 'Nothing is assigned to you', next: `Ask ${quoted(nothing.coordinator)} for a task.` }
        : givingOut(nothing.toGive);
    case 'nothing-agreed':
      return nothingAgreed(nothing);
    case 'merging':
      return merging(nothing);
    case 'paused':
      return paused(nothing.pause);
    case 'over-budget':
      return overBudget(nothing.limits);
  }
}
