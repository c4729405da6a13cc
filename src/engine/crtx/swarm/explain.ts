import type { BudgetUse, BudgetWarning } from './budget.ts';
import type { NothingToGive, OpenTask, Refused } from './swarm-answers.ts';

const UNITS = { agents: 'agents', tokens: 'tokens', cost: 'US dollars' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function duration(ms: number): string {
  return ms < MINUTE ? `${Math.floor(ms / SECOND)} s` : `${Math.floor(ms / MINUTE)} min`;
}

function used({ limit, spent, max }: BudgetUse): string {
  if (limit === 'duration') return `${duration(spent)} of ${duration(max)}`;
  return `${spent} of ${max} ${UNITS[limit]}`;
}

function open({ task, status, assignedTo }: OpenTask): string {
  return `"${task}" (${status}${assignedTo === null ? '' : `, ${assignedTo}`})`;
}

const list = (items: readonly string[]) => items.join(', ');

function overBudget(limits: readonly BudgetUse[]): string {
  return `The budget is used up (${list(limits.map(used))}), so no more tasks are given out; finish what is in work, and ask a person to raise the limit in .cortex/swarm.crtx.`;
}

/** One sentence for why an operation was not done, and what to do now. */
export function explainRefusal(refused: Refused): string {
  switch (refused.code) {
    case 'no-swarm':
      return 'There is no swarm; create one first.';
    case 'swarm-running':
      return `Swarm "${refused.swarm}" (${refused.goal}) still has ${refused.unfinished} unfinished ${refused.unfinished === 1 ? 'task' : 'tasks'}; end each with "cortex swarm complete" or give it up with "cortex swarm fail", which is for the agent that works on it ("cortex swarm status" shows who), and for whoever claims it when nobody does.`;
    case 'invalid-decomposition':
      return `The decomposition cannot be used: ${refused.problems.join('; ')}; correct it and create the swarm again.`;
    case 'unknown-agent':
      return `Agent "${refused.agent}" is not a member of the swarm; recruit it first.`;
    case 'retired':
      return `Agent "${refused.agent}" has left the swarm; recruit it again to bring it back.`;
    case 'not-yours-to-retire':
      return `"${refused.by}" may not retire agent "${refused.agent}"; that is for the agent itself, "${refused.coordinator}" or a person.`;
    case 'full':
      return `Agent "${refused.agent}" cannot join, because ${refused.joined} agents have joined and no more than ${refused.max} may; let one of them do the work, or ask a person to raise maxAgents in .cortex/swarm.crtx.`;
    case 'over-budget':
      return overBudget(refused.limits);
    case 'unsupported-strategy':
      return `Under the strategy ${refused.strategy} tasks are not supported in this version; use parallel or hierarchical for a swarm whose tasks are given out.`;
    default:
      return explainTask(refused);
  }
}

type TaskRefused = Extract<Refused, { readonly task: string }>;

function explainTask(refused: TaskRefused): string {
  const task = `Task "${refused.task}"`;
  switch (refused.code) {
    case 'unknown-task':
      return `There is no task "${refused.task}"; look at the decomposition for the ids of the tasks.`;
    case 'not-a-leaf':
      return `${task} consists of other tasks (such as ${list(refused.children)}), and its status follows from theirs; name one of them.`;
    case 'already-ended':
      return `${task} is ${refused.taskStatus} already${refused.by === null ? '' : `, by "${refused.by}"`}; claim another task.`;
    case 'not-yours':
      return refused.holder === null
        ? `${task} is ${refused.taskStatus} and nobody has it; claim it first.`
        : `${task} belongs to "${refused.holder}" (${refused.taskStatus}), who alone may end it; name a task of your own, or claim one that is free.`;
    case 'not-started':
      return `${task} is assigned to "${refused.agent}" but was not begun; start it first.`;
    case 'not-assigned':
      return `${task} is not assigned to "${refused.agent}"; ask "${refused.coordinator}" to assign it.`;
    case 'in-work':
      return `${task} is being worked on by "${refused.holder}"; wait until it has ended, or retire that agent.`;
    case 'waits-for':
      return `${task} waits for ${list(refused.dependencies.map(open))}; claim another task until they are done.`;
    case 'not-coordinator':
      return `"${refused.by}" may not assign task "${refused.task}"; that is for ${list([refused.coordinator, ...refused.holders].map((id) => `"${id}"`))} or a person.`;
  }
}

/** One sentence for why there is no task to give out, and what to do now. */
export function explainNothing(nothing: NothingToGive): string {
  switch (nothing.reason) {
    case 'all-done':
      return `Everything has ended, and the whole is ${nothing.outcome}; there is nothing left to claim.`;
    case 'nothing-ready':
      return `Nothing can be begun now: what is left waits for ${list(nothing.waitsFor.map(open))}; claim again when one of them has ended.`;
    case 'nothing-assigned':
      return `Nothing is assigned to you; ask "${nothing.coordinator}" for a task.`;
    case 'over-budget':
      return overBudget(nothing.limits);
  }
}

/** One sentence for a limit that was reached. */
export function explainWarning(warning: BudgetWarning): string {
  const consequence = warning.limit === 'agents' ? 'no more agents can join' : 'no more tasks are given out';
  return `The swarm has used ${used(warning)}${warning.percent === 100 ? `: ${consequence}` : `, which is 80 % or more; at 100 % ${consequence}`}.`;
}
