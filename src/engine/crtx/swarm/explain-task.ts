import { quoted, shownName } from '../shorten.ts';
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
  return `${quoted(task)} (${list([status, ...holders.map(shownName)])})`;
}

/** Who has done it, or had it when it came to its end. */
function ended({ taskStatus, by }: Extract<Refused, { readonly code: 'already-ended' }>): string {
  if (taskStatus === 'done') return by === null ? 'is done already' : `is done already, by ${quoted(by)}`;
  const had = by === null ? '' : `, when ${quoted(by)} had it`;
  return taskStatus === 'skipped' ? `was skipped already${had}` : `has failed already${had}`;
}

type TaskRefused = Extract<Refused, { readonly task: string }>;

/** One sentence for why an operation on a task was not done, and what to do now. */
export function explainTask(refused: TaskRefused): string {
  const task = `Task ${quoted(refused.task)}`;
  switch (refused.code) {
    case 'unknown-task':
      return `There is no task ${quoted(refused.task)}; see "cortex swarm status" for the ids of the tasks.`;
    case 'not-a-leaf':
      return `${task} consists of other tasks (such as ${list(refused.children.map(shownName))}), and its status follows from theirs; name one of them.`;
    case 'already-ended':
      return `${task} ${ended(refused)}; claim another task.`;
    case 'result-stays': {
      const [did, what] = refused.taskStatus === 'done' ? ['has ended', 'result'] : ['has handed in for', 'candidate'];
      return `${quoted(refused.agent)} ${did} task ${quoted(refused.task)} already, and the first ${what} stays: this one was not taken; tell the others what else came of it with "cortex timeline add".`;
    }
    case 'not-yours':
      return refused.holder === null
        ? `${task} is ${refused.taskStatus} and not yours; claim it first.`
        : `${task} belongs to ${quoted(refused.holder)} (${refused.taskStatus}), who alone may end it; name a task of your own, or claim one that is free.`;
    case 'not-started':
      return `${task} is assigned to ${quoted(refused.agent)} but was not begun; start it first.`;
    case 'not-assigned':
      return `${task} is not assigned to ${quoted(refused.agent)}; ask ${quoted(refused.coordinator)} to assign it.`;
    case 'in-work':
      return `${task} is being worked on by ${quoted(refused.holder)}; wait until it has ended, or retire that agent.`;
    case 'waits-for':
      return `${task} waits for ${list(refused.dependencies.map(open))}; claim another task until they are done.`;
    case 'not-coordinator':
      return `${quoted(refused.by)} may not assign task ${quoted(refused.task)}; that is for ${list([refused.coordinator, ...refused.holders].map(quoted))} or a person.`;
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
      return `Under the strategy ${refused.strategy} nothing is proposed; claim task ${quoted(refused.task)} and do it.`;
    case 'agreed-already':
      return `For task ${quoted(refused.task)} the proposal ${quoted(refused.proposal)} has won already; claim it and do it so.`;
    case 'not-agreed':
      return `${task} is not agreed yet: no proposal for it has won; propose how to do it ("cortex swarm propose"), or vote.`;
    case 'no-room':
      return `${task} is given to ${refused.seats} agents, and there are as many (${list(refused.contenders.map(shownName))}); claim another task.`;
    case 'handed-in':
      return `${quoted(refused.agent)} has handed in a candidate for task ${quoted(refused.task)} already; claim another task.`;
    case 'nothing-to-merge':
      return `There is nothing to merge for task ${quoted(refused.task)} now; see "cortex swarm status".`;
    case 'merged-already':
      return `What came of task ${quoted(refused.task)} is merged already; "cortex swarm retry" lets a task be tried again.`;
    case 'merge-undecided':
      return `The merge of task ${quoted(refused.task)} still waits for ${WAITS[refused.waitsFor]}; give those first.`;
    case 'needs-person':
      return `The merge of task ${quoted(refused.task)} waits for a person, and ${quoted(refused.by)} is none; let one approve it, at a terminal or in the editor.`;
  }
}
