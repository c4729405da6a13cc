import { quoted, shortenName } from '../../crtx/shorten.ts';
import type { OpenTask, Refused } from '../refusal.ts';
import { list, WAITS } from '../wording.ts';
import { type AnswerReader, type Explanation, suggestCommand, suggestSwarmCommand } from './explanation.ts';

/** Describes a task that is waited for, with its status and holders. */
export function describeOpenTaskState({ task, status, holders, merge, absent = false }: OpenTask): string {
  const stand = merge === undefined ? status : `its merge waits for ${WAITS[merge]}`;
  const names = holders.map((holder) => (absent ? `${shortenName(holder)}, who has not joined` : shortenName(holder)));
  return `${quoted(task)} (${list([stand, ...names])})`;
}

/** Describes who completed a task, or held it when it ended. */
function ended({ taskStatus, by }: Extract<Refused, { readonly code: 'already-ended' }>): string {
  if (taskStatus === 'done') return by === null ? 'is done already' : `is done already, by ${quoted(by)}`;
  const had = by === null ? '' : `, while assigned to ${quoted(by)}`;
  return taskStatus === 'skipped' ? `was skipped already${had}` : `has failed already${had}`;
}

type TaskRefused = Extract<Refused, { readonly task: string }>;

const GIVE = {
  answers: 'Answer each question: "cortex swarm status" shows the commands.',
  votes: 'Let the members vote ("cortex swarm status" shows the command), or a person approve it.',
};

/** Returns the command that claims a task, or the next one. */
const claiming = ({ agent }: AnswerReader, task: Record<string, string> = {}) => suggestSwarmCommand('swarm claim', { ...task, agent });
const otherTask = (reader: AnswerReader) => `Claim another task: ${claiming(reader)}`;

/** Suggests to retry a failed or skipped dependency, which cannot be done before. */
function adviseDependencies(dependencies: readonly OpenTask[], reader: AnswerReader): string {
  const lost = dependencies.find(({ status }) => status === 'failed' || status === 'skipped');
  return lost === undefined
    ? `Claim another task until they are done: ${claiming(reader)}`
    : `Retry ${quoted(lost.task)} first: ${suggestCommand('swarm retry', lost.task, { by: reader.decider })}`;
}

function explainNotYours(refused: Extract<Refused, { readonly code: 'not-yours' }>, task: string, reader: AnswerReader): Explanation {
  const { holder, taskStatus, merge } = refused;
  if (merge !== undefined)
    return {
      what: `${task} takes no more results: the submitted ones are being merged (waiting for ${WAITS[merge]})`,
      next: otherTask(reader),
    };
  return holder === null
    ? { what: `${task} is ${taskStatus} and not yours`, next: `Claim it first: ${claiming(reader, { task: refused.task })}` }
    : {
        what: `${task} is assigned to ${quoted(holder)} (${taskStatus}); only this agent can complete or fail it`,
        next: `Name one of your tasks, or claim another: ${claiming(reader)}`,
      };
}

function resultStays({ agent, task, taskStatus }: Extract<Refused, { readonly code: 'result-stays' }>): Explanation {
  const [did, what] = taskStatus === 'done' ? ['has already completed', 'result'] : ['has already submitted a result for', 'candidate'];
  return {
    what: `${quoted(agent)} ${did} task ${quoted(task)}; the first ${what} stays, and this one was not recorded`,
    next: `To record the new result for other agents: ${suggestSwarmCommand('timeline add', { agent, type: 'discovery', action: null, reasoning: null })}`,
  };
}

function inContest({ contenders, above }: Extract<Refused, { readonly code: 'in-contest' }>, task: string): Explanation {
  return {
    what: `${task} has competing submissions (${list(contenders.map(shortenName))}): each agent does the whole task, so it cannot be split`,
    next: above === null ? 'Each contender completes the whole task, or fails it.' : `Split its parent ${quoted(above)} instead.`,
  };
}

/** Returns why an operation on a task was refused, and what to do now. */
export function explainTask(refused: TaskRefused, reader: AnswerReader): Explanation {
  const task = `Task ${quoted(refused.task)}`;
  switch (refused.code) {
    case 'unknown-task':
      return { what: `There is no task ${quoted(refused.task)}`, next: 'See "cortex swarm status" for the ids of the tasks.' };
    case 'not-a-leaf':
      return {
        what: `${task} consists of other tasks (such as ${list(refused.children.map(shortenName))}), and its status follows from theirs`,
        next: 'Name one of them.',
      };
    case 'already-ended':
      return { what: `${task} ${ended(refused)}`, next: 'See "cortex swarm status" for the tasks that are left.' };
    case 'result-stays':
      return resultStays(refused);
    case 'not-yours':
      return explainNotYours(refused, task, reader);
    case 'not-started':
      return {
        what: `${task} is assigned to ${quoted(refused.agent)} but not started`,
        next: `Start it first: ${suggestCommand('swarm start', refused.task, { agent: refused.agent })}`,
      };
    case 'not-assigned':
      return {
        what: `${task} is not assigned to ${quoted(refused.agent)}`,
        next: `Ask ${quoted(refused.coordinator)} to assign it: ${suggestCommand('swarm assign', refused.task, { agent: refused.agent, by: refused.coordinator })}`,
      };
    case 'in-work':
      return {
        what: `${task} is being worked on by ${quoted(refused.holder)}`,
        next: `Wait until it has ended, or retire that agent: ${suggestCommand('swarm retire', refused.holder, { by: reader.decider })}`,
      };
    case 'waits-for':
      return {
        what: `${task} waits for ${list(refused.dependencies.map(describeOpenTaskState))}`,
        next: adviseDependencies(refused.dependencies, reader),
      };
    case 'not-coordinator':
      return {
        what: `${quoted(refused.by)} may not assign task ${quoted(refused.task)}`,
        next: `Only ${list([refused.coordinator, ...refused.holders].map(quoted))} or a person may do this.`,
      };
    case 'not-failed':
      return {
        what: `${task} is ${refused.taskStatus}`,
        next: 'Only failed or skipped tasks can be retried, and completed ones if the merged result was refused.',
      };
    default:
      return explainDecision(refused, task, reader);
  }
}

function mergedAlready({ task, failed }: Extract<Refused, { readonly code: 'merged-already' }>, { decider }: AnswerReader): Explanation {
  const retry = failed === null ? null : suggestCommand('swarm retry', failed, { by: decider });
  return {
    what: `The results of task ${quoted(task)} are already merged`,
    next: retry === null ? 'See the results: cortex swarm status' : `Retry the failed task: ${retry}`,
  };
}

type DecisionCode =
  | 'not-consensus'
  | 'agreed-already'
  | 'not-agreed'
  | 'in-contest'
  | 'no-room'
  | 'submitted'
  | 'nothing-to-merge'
  | 'merged-already'
  | 'merge-undecided'
  | 'voted-on'
  | 'needs-person';

function explainDecision(refused: Extract<TaskRefused, { readonly code: DecisionCode }>, task: string, reader: AnswerReader): Explanation {
  const name = quoted(refused.task);
  switch (refused.code) {
    case 'not-consensus':
      return {
        what: `The strategy ${refused.strategy} has no proposals`,
        next: `Claim a task and do it: ${claiming(reader)}`,
      };
    case 'agreed-already':
      return {
        what: `Proposal ${quoted(refused.proposal)} for task ${name} has already won`,
        next: `Claim the task or one of its subtasks, and follow the proposal: ${claiming(reader)}`,
      };
    case 'not-agreed':
      return {
        what: `${task} is not agreed yet: no proposal for it has won`,
        next: `Vote, or propose how to do it: ${suggestCommand('swarm propose', refused.task, { agent: reader.agent, approach: null })}`,
      };
    case 'in-contest':
      return inContest(refused, task);
    case 'no-room':
      return {
        what: `${task} is limited to ${refused.seats} agents, and all places are taken (${list(refused.contenders.map(shortenName))})`,
        next: otherTask(reader),
      };
    case 'submitted':
      return { what: `${quoted(refused.agent)} has already submitted a result for task ${name}`, next: otherTask(reader) };
    case 'nothing-to-merge':
      return { what: `There is nothing to merge for task ${name} now`, next: 'See "cortex swarm status".' };
    case 'merged-already':
      return mergedAlready(refused, reader);
    case 'merge-undecided':
      return { what: `The merge of task ${name} still waits for ${WAITS[refused.waitsFor]}`, next: GIVE[refused.waitsFor] };
    case 'voted-on':
      return {
        what: `Question ${quoted(refused.subject)} is decided by vote, and ${quoted(refused.by)} cannot answer it for the voters`,
        next: `Let a person decide, or let the members vote: ${suggestCommand('swarm vote', refused.subject, { agent: null, for: null })}`,
      };
    case 'needs-person':
      return {
        what: `The merge of task ${name} needs approval by a person, and ${quoted(refused.by)} is not a person`,
        next: `Ask a person to approve it in the editor, or at a terminal: ${suggestSwarmCommand('swarm approve', { task: refused.task, by: 'person:NAME' })}`,
      };
  }
}
