import { counted, dollars, duration, grouped } from '../../kernel/amounts.ts';
import { brief, quoted, shownName } from '../shorten.ts';
import type { BudgetLimits, BudgetUse, BudgetWarning } from './budget.ts';
import { explainTask, list, open, WAITS } from './explain-task.ts';
import type { NothingToGive, Refused, ToGive } from './swarm-answers.ts';
import type { Abortion, Pause } from './unpublished.ts';

function used({ limit, spent, max }: BudgetUse): string {
  switch (limit) {
    case 'duration':
      return `${duration(spent)} of ${duration(max)}`;
    case 'cost':
      return `${dollars(spent)} of ${dollars(max)}`;
    default:
      return `${grouped(spent)} of ${counted(max, limit === 'agents' ? 'agent' : 'token')}`;
  }
}

/** What a swarm may spend. */
export function explainLimits({ maxAgents, maxTokens, maxCostUsd, maxDurationMs }: BudgetLimits): string {
  return list([counted(maxAgents, 'agent'), counted(maxTokens, 'token'), dollars(maxCostUsd), duration(maxDurationMs)]);
}

function paused({ by, reason }: Pause): string {
  return `${quoted(by)} has paused the swarm${reason === '' ? '' : ` (${brief(reason)})`}; finish what is in work, and claim again when it goes on.`;
}

function overBudget(limits: readonly BudgetUse[]): string {
  return `The budget is used up (${list(limits.map(used))}), so no more tasks are given out; finish what is in work, and ask the coordinator or a person to raise the limit ("cortex swarm budget").`;
}

/** One sentence for why an operation was not done, and what to do now. */
export function explainRefusal(refused: Refused): string {
  switch (refused.code) {
    case 'no-swarm':
      return 'There is no swarm; create one first.';
    case 'swarm-running':
      if (refused.unfinished === 0)
        return `Swarm ${quoted(refused.swarm)} (${brief(refused.goal)}) is not merged yet; see "cortex swarm status" for what it waits for, or end it with "cortex swarm abort".`;
      return `Swarm ${quoted(refused.swarm)} (${brief(refused.goal)}) still has ${counted(refused.unfinished, 'unfinished task')}; end each with "cortex swarm complete" or "cortex swarm fail", or all of them with "cortex swarm abort".`;
    case 'invalid-decomposition':
      return `The decomposition cannot be used: ${refused.problems.join('; ')}; correct it and try again.`;
    case 'unknown-agent':
      return `Agent ${quoted(refused.agent)} is not a member of the swarm; recruit it first.`;
    case 'retired':
      return `Agent ${quoted(refused.agent)} has left the swarm; recruit it again to bring it back.`;
    case 'not-yours-to-retire':
      return `${quoted(refused.by)} may not retire agent ${quoted(refused.agent)}; that is for the agent itself, ${quoted(refused.coordinator)} or a person.`;
    case 'full':
      return `Agent ${quoted(refused.agent)} cannot join, because ${grouped(refused.joined)} agents have joined and no more than ${grouped(refused.max)} may; let one of them do the work, or ask the coordinator or a person to raise the limit ("cortex swarm budget").`;
    case 'over-budget':
      return overBudget(refused.limits);
    case 'paused':
      return paused(refused.pause);
    case 'finished':
      return `Swarm ${quoted(refused.swarm)} has finished; "cortex swarm retry" lets a task that failed be tried again, and "cortex swarm create" begins another swarm.`;
    case 'aborted':
      return `Swarm ${quoted(refused.swarm)} was ended before its end, and nothing is decided any more; "cortex swarm retry" lets a task be tried again, and "cortex swarm create" begins another swarm.`;
    case 'not-in-charge':
      return `${quoted(refused.by)} may not decide this; that is for ${quoted(refused.coordinator)} or a person.`;
    case 'no-ballot':
      if (refused.open.length === 0)
        return `There is no vote on ${quoted(refused.subject)} now, nor on anything else; see "cortex swarm status".`;
      return `There is no vote on ${quoted(refused.subject)} now; votes are taken on ${list(refused.open.map(quoted))}.`;
    case 'no-such-choice':
      return `${quoted(refused.choice)} cannot be chosen for ${quoted(refused.subject)}; choose one of ${list(refused.options.map(quoted))}.`;
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

function givingOut({ agent, task, unassigned }: ToGive): string {
  const [first = ''] = unassigned;
  return `Nothing is assigned to you to work on, but you hold ${quoted(task)}: give out ${list(unassigned.map(quoted))} ("cortex swarm assign ${shownName(first)} --agent … --by ${shownName(agent)}"), also to yourself.`;
}

function merging({ waitsFor, refused }: Extract<NothingToGive, { readonly reason: 'merging' }>): string {
  const awaited = WAITS[waitsFor ?? 'answers'];
  if (refused === undefined)
    return `Everything has ended, and what came of it is being put together (it waits for ${awaited}); there is nothing left to claim.`;
  const why = refused === '' ? '' : ` (${brief(refused)})`;
  return `Everything has ended, and what came of it was refused${why}: it waits for ${awaited} to approve it after all ("cortex swarm approve") or to end the swarm ("cortex swarm abort"); there is nothing left to claim.`;
}

function abortedBy(abortion: Abortion | undefined): string {
  return abortion === undefined ? '' : ` by ${quoted(abortion.by)} (${brief(abortion.reason)})`;
}

/** One sentence for why there is no task to give out, and what to do now. */
export function explainNothing(nothing: NothingToGive): string {
  switch (nothing.reason) {
    case 'all-done':
      return `${ENDS[endOf(nothing)]}${abortedBy(nothing.abortion)}; there is nothing left to claim.`;
    case 'nothing-ready':
      if (nothing.waitsFor.length === 0) return 'Nothing can be begun by you now: what is left is for others; claim again later.';
      return `Nothing can be begun now: what is left waits for ${list(nothing.waitsFor.map(open))}; claim again when one of them has ended.`;
    case 'nothing-assigned':
      return nothing.toGive === undefined
        ? `Nothing is assigned to you; ask ${quoted(nothing.coordinator)} for a task.`
        : givingOut(nothing.toGive);
    case 'nothing-agreed':
      return nothing.proposals.length > 0
        ? `Nothing is agreed yet: vote on ${list(nothing.proposals.map(quoted))} ("cortex swarm vote").`
        : `Nothing is agreed yet: propose how to do ${list(nothing.tasks.map(quoted))} ("cortex swarm propose"), or claim again when the others have voted.`;
    case 'merging':
      return merging(nothing);
    case 'paused':
      return paused(nothing.pause);
    case 'over-budget':
      return overBudget(nothing.limits);
  }
}

/** One sentence for a limit that was reached. */
export function explainWarning(warning: BudgetWarning): string {
  const consequence = warning.limit === 'agents' ? 'no more agents can join' : 'no more tasks are given out';
  return `The swarm has used ${used(warning)}${warning.percent === 100 ? `: ${consequence}` : `, which is 80 % or more; at 100 % ${consequence}`}.`;
}
