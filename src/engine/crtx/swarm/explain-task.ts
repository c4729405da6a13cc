import type { WaitsFor } from './deliberation.ts';
import type { OpenTask, Refused } from './swarm-answers.ts';

/** In words what a merge waits for. */
export const WAITS: Readonly<Record<WaitsFor, string>> = {
  answers: 'answers to its questions',
  votes: 'votes',
  coordinator: 'the coordinator',
  person: 'a person',
};

export const list = (items: readonly string[]) => items.join(', ');

/** A task that is waited for, and how it stands. */
export function open({ task, status, holders }: OpenTask): string {
  return `"${task}" (${list([status, ...holders])})`;
}

type TaskRefused = Extract<Refused, { readonly task: string }>;

/** One sentence for why an operation on a task was not done, and what to do now. */
export function explainTask(refused: TaskRefused): string {
  const task = `Task "${refused.task}"`;
  switch (refused.code) {
    case 'unknown-task':
      return `There is no task "${refused.task}"; see "cortex swarm status" for the ids of the tasks.`;
    case 'not-a-leaf':
      return `${task} consists of other tasks (such as ${list(refused.children)}), and its status follows from theirs; name one of them.`;
    case 'already-ended':
      return `${task} is ${refused.taskStatus} already${refused.by === null ? '' : `, by "${refused.by}"`}; claim another task.`;
    case 'not-yours':
      return refused.holder === null
        ? `${task} is ${refused.taskStatus} and not yours; claim it first.`
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
    case 'not-failed':
      return `${task} is ${refused.taskStatus}; only what failed or was skipped can be tried again.`;
    default:
      return explainDecision(refused, task);
  }
}

type DecisionCode =
  | 'not-consensus'
  | 'agreed-already'
  | 'not-agreed'
  | 'no-room'
  | 'handed-in'
  | 'nothing-to-merge'
  | 'merged-already'
  | 'merge-undecided'
  | 'needs-person';

function explainDecision(refused: Extract<TaskRefused, { readonly code: DecisionCode }>, task: string): string {
  switch (refused.code) {
    case 'not-consensus':
      return `Under the strategy ${refused.strategy} nothing is proposed; claim task "${refused.task}" and do it.`;
    case 'agreed-already':
      return `For task "${refused.task}" the proposal "${refused.proposal}" has won already; claim it and do it so.`;
    case 'not-agreed':
      return `${task} is not agreed yet: no proposal for it has won; propose how to do it ("cortex swarm propose"), or vote.`;
    case 'no-room':
      return `${task} is given to ${refused.seats} agents, and there are as many (${list(refused.contenders)}); claim another task.`;
    case 'handed-in':
      return `"${refused.agent}" has handed in a candidate for task "${refused.task}" already; claim another task.`;
    case 'nothing-to-merge':
      return `There is nothing to merge for task "${refused.task}" now; see "cortex swarm status".`;
    case 'merged-already':
      return `What came of task "${refused.task}" is merged already; "cortex swarm retry" lets a task be tried again.`;
    case 'merge-undecided':
      return `The merge of task "${refused.task}" still waits for ${WAITS[refused.waitsFor]}; give those first.`;
    case 'needs-person':
      return `The merge of task "${refused.task}" waits for a person, and "${refused.by}" is none.`;
  }
}
