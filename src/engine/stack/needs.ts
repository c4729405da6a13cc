import path from 'node:path';
import { counted } from '../kernel/amounts.ts';
import { type Need, type NeedAction, needOf } from '../kernel/need.ts';
import { agentKey } from './agents-file.ts';
import { isSameAgent, recipientOf, type StackMessage } from './all-messages.ts';
import { type BlockedAgent, blockedAgents } from './blocked-agents.ts';
import { messageTime } from './message-time.ts';
import type { Overdue } from './overdue.ts';
import type { PlanTask } from './plan.ts';
import { MANAGER } from './stacks.ts';
import { STACK_FILES } from './store.ts';
import { titleOf } from './threads.ts';

/** A stack and what of its plan is blocked. */
export interface StackPlan {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly blocked: readonly PlanTask[];
}

/** The stacks of a repository as they stand. */
export interface StacksSituation {
  readonly plans: readonly StackPlan[];
  readonly messages: readonly StackMessage[];
  /** Messages that wait for an answer for too long. */
  readonly overdue: readonly Overdue[];
}

const ASKING: ReadonlySet<string> = new Set(['task', 'question']);
/** What an answer is called that is neither work nor a report. */
const ANSWER = 'answer';

/** What of the stacks waits for the person whose stack the manager's is (docs/decisions/0018-needs-you.md). */
export function stackNeeds(situation: StacksSituation): Need[] {
  return [...questions(situation), ...blocked(situation), ...overdueAnswers(situation)];
}

const placeOf = ({ file, place }: StackMessage) => ({ file, line: place.line });

const reply = (title: string, { id, from }: StackMessage, type = ANSWER): NeedAction => ({
  title,
  operation: 'send',
  input: { to: from, type, replyTo: id },
  asks: ['text'],
});

/** What agents ask the manager and nobody has answered. */
function questions({ messages }: StacksSituation): Need[] {
  const answered = new Set(messages.filter(({ from }) => isSameAgent(from, MANAGER)).map(({ replyTo }) => replyTo));
  const asked = messages.filter(({ box, stack, type, id }) => {
    return box === 'inbox' && isSameAgent(stack, MANAGER) && ASKING.has(type.toLowerCase()) && !answered.has(id);
  });
  return asked.map((message) =>
    needOf({
      ...{ kind: 'question', about: [message.file, message.id], rank: 'asks', title: titleOf(message.content), place: placeOf(message) },
      ...{ why: `${message.from} waits for an answer`, since: messageTime(message), actions: [reply('Answer', message)] },
    }),
  );
}

/** Agents that cannot go on, by their plans or their last words. */
function blocked({ plans, messages }: StacksSituation): Need[] {
  return blockedAgents(plans, messages).map((agent) => {
    const plan = plans.find(({ name }) => isSameAgent(name, agent.name));
    const { message } = agent;
    return needOf({
      ...{ kind: 'blocked', about: ['stack', plan?.directory ?? '', agentKey(agent.name)], rank: 'in danger', title: agent.name },
      ...{ why: whyBlocked(agent), since: message === null ? null : messageTime(message), place: blockedPlace(agent, plan) },
      actions: [message === null ? tell(agent.name) : reply('Answer', message)],
    });
  });
}

const tell = (name: string): NeedAction => ({
  title: 'Send Message',
  operation: 'send',
  input: { to: name, type: ANSWER },
  asks: ['text'],
});

function whyBlocked({ tasks, message }: BlockedAgent): string {
  if (message !== null) return `says that it cannot go on: ${titleOf(message.content)}`;
  const [first] = tasks;
  return `cannot go on with ${counted(tasks.length, 'task')}${first === undefined ? '' : `: ${first.title}`}`;
}

function blockedPlace({ tasks: [task], message }: BlockedAgent, plan: StackPlan | undefined): Need['place'] {
  if (message !== null) return placeOf(message);
  if (plan === undefined || task === undefined) return null;
  return { file: path.join(plan.directory, STACK_FILES.plan), line: task.line };
}

/** Answers that agents owe each other, or the manager; what the manager owes is a question above. */
function overdueAnswers({ overdue }: StacksSituation): Need[] {
  const others = overdue.filter(({ message }) => !isSameAgent(recipientOf(message) ?? '', MANAGER));
  return others.map(({ message, since }) => {
    const recipient = recipientOf(message) ?? message.stack;
    return needOf({
      ...{ kind: 'overdue', about: [message.file, message.id], rank: 'asks', title: titleOf(message.content), place: placeOf(message) },
      ...{ why: `${recipient} has not answered ${message.from} for over a day`, since },
      actions: [{ title: 'Remind', operation: 'send', input: { to: recipient, type: 'question' }, asks: ['text'] }],
    });
  });
}
