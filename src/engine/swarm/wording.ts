import { counted, dollars, duration, grouped } from '../text/amounts.ts';
import type { BudgetLimits, BudgetUse, BudgetWarning } from './budget.ts';
import type { WaitsFor } from './decisions/deliberation.ts';
import type { OpenMerge } from './decisions/open-subjects.ts';
import type { SwarmEvent } from './events/events.ts';
import type { SwarmEnd, SwarmProgress } from './swarm-view.ts';

/** Texts that refusals and the timeline share, in a module that does not load the refusals. */

/** What a merge waits for, in words. */
export const WAITS: Readonly<Record<WaitsFor, string>> = {
  answers: 'answers',
  votes: 'votes',
  coordinator: 'the coordinator',
  person: 'a person',
};

/** Returns how a question of a merge was answered. */
export const describeAnswer = ({ how }: Extract<SwarmEvent, { readonly event: 'answered' }>) =>
  how === 'override' ? 'without waiting for the votes' : `by ${how}`;

const CHOICE = 'a choice between competing results (cortex swarm merge --pick)';

/** Returns a phrase about the results of a swarm whose tasks have all ended. */
export function explainOpenMerge({ waitsFor, refused }: OpenMerge): string {
  if (refused === null)
    return `all tasks have ended, waits for ${waitsFor === 'answers' ? CHOICE : `${waitsFor === 'votes' ? '' : 'approval by '}${WAITS[waitsFor]}`}`;
  const reason = refused.reason === '' ? '' : `: ${refused.reason}`;
  return `all tasks have ended, refused ${refused.by === null ? 'in a vote' : `by ${refused.by}`}${reason}`;
}

export const list = (items: readonly string[]) => items.join(', ');

/** Returns how much of a limit is used. */
export function describeUse({ limit, spent, max }: BudgetUse): string {
  switch (limit) {
    case 'duration':
      return `${duration(spent)} of ${duration(max)}`;
    case 'cost':
      return `${dollars(spent)} of ${dollars(max)}`;
    default:
      return `${grouped(spent)} of ${counted(max, limit === 'agents' ? 'agent' : 'token')}`;
  }
}

/** Returns the limits of a swarm. */
export function explainLimits({ maxAgents, maxTokens, maxCostUsd, maxDurationMs }: BudgetLimits): string {
  return list([counted(maxAgents, 'agent'), counted(maxTokens, 'token'), dollars(maxCostUsd), duration(maxDurationMs)]);
}

/** Returns a sentence about a limit that was reached. */
export function explainWarning(warning: BudgetWarning): string {
  const consequence = warning.limit === 'agents' ? 'no more agents can join' : 'no more tasks are assigned';
  return `The swarm has used ${describeUse(warning)}${warning.percent === 100 ? `: ${consequence}` : `, which is 80 % or more; at 100 % ${consequence}`}.`;
}

const DECIDES: Readonly<Record<WaitsFor, string>> = {
  answers: `The swarm waits for ${CHOICE}`,
  votes: 'The agents must vote on the result',
  coordinator: 'The coordinator must approve the result',
  person: 'A person must approve the result',
};

/** Returns a sentence about the state of a swarm after a task ended; empty while the swarm runs. */
export function explainSwarmState(
  status: 'running' | 'merging' | SwarmEnd['how'],
  { done, failed, skipped, total }: Pick<SwarmProgress, 'done' | 'failed' | 'skipped' | 'total'>,
  waitsFor: WaitsFor | null = null,
): string {
  const rest = [...(failed > 0 ? [`${grouped(failed)} failed`] : []), ...(skipped > 0 ? [`${grouped(skipped)} skipped`] : [])];
  const all = done === total ? `${total === 1 ? 'The task is' : `All ${counted(total, 'task')} are`} done` : null;
  const counts = list([`${grouped(done)} of ${counted(total, 'task')} done`, ...rest]);
  if (status === 'finished') return `The swarm is complete: ${counts}.`;
  if (status === 'failed') return `The swarm has failed: ${counts}.`;
  return status === 'merging' ? `${all ?? `All tasks have ended: ${counts}`}. ${DECIDES[waitsFor ?? 'answers']}.` : '';
}
