import path from 'node:path';
import { inSentences } from '../platform/errors.ts';
import { type Need, type NeedAction, needOf } from '../platform/need.ts';
import { commandAtEnd } from '../platform/suggested.ts';
import { counted } from '../text/amounts.ts';
import { agentKey } from './agents/agents-file.ts';
import { type BlockedAgent, blockedAgents } from './agents/blocked-agents.ts';
import { HALF_CONFLICT_CODE } from './conflicts.ts';
import type { StackFinding } from './findings.ts';
import { isSameAgent, recipientOf, type StackMessage } from './messages/all-messages.ts';
import { momentOf, saysDayOnly } from './messages/message-time.ts';
import { ANSWER_TYPES } from './messages/message-types.ts';
import type { Overdue } from './messages/threads/overdue.ts';
import { titleOf } from './messages/threads/threads.ts';
import type { PlanTask } from './plan/plan.ts';
import { MANAGER } from './stacks.ts';
import { STACK_FILES } from './store.ts';

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
  /** What was taken out of the INBOXes, which may be an answer: asked for only where something seems to have none. */
  readonly archive?: () => readonly StackMessage[];
}

const ASKING: ReadonlySet<string> = new Set(['task', 'question']);

/** What of the stacks waits for the person whose stack the manager's is (docs/decisions/0018-needs-you.md). */
export function stackNeeds(situation: StacksSituation): Need[] {
  const known = { ...situation, plans: new Map(situation.plans.map((plan) => [agentKey(plan.name), plan])) };
  return [...questions(known), ...blocked(known), ...overdueAnswers(known)];
}

/** One for each file in which git left merge conflicts, with the command that settles them. @param root from which files are named, absolute */
export function conflictNeeds(root: string, conflicts: readonly StackFinding[]): Need[] {
  const first = new Map(conflicts.toReversed().map((conflict) => [conflict.file, conflict]));
  return [...first.values()].map(({ file, line, message, code, next = '' }) =>
    needOf({
      ...{ kind: 'broken', about: [file], rank: 'at-risk', title: path.relative(root, file), since: null },
      ...{ why: inSentences(message, next), place: { file, line }, actions: [] },
      command: code === HALF_CONFLICT_CODE ? undefined : commandAtEnd(next),
    }),
  );
}

/** A situation whose plans are found by the key of the agent. */
type Known = Omit<StacksSituation, 'plans'> & { readonly plans: ReadonlyMap<string, StackPlan> };

const placeOf = ({ file, place }: StackMessage) => ({ file, line: place.line });

/** To send a message as the manager, wherever that is typed. Who has no stack gets none. */
function sending({ plans }: Known, to: string, action: Pick<NeedAction, 'title' | 'input'>): NeedAction[] {
  const hasStack = isSameAgent(to, MANAGER) || plans.has(agentKey(to));
  return hasStack ? [{ ...action, operation: 'send', input: { to, from: MANAGER, ...action.input }, asks: ['text'] }] : [];
}

const reply = (situation: Known, { id, from }: StackMessage): NeedAction[] =>
  sending(situation, from, { title: 'Answer', input: { type: ANSWER_TYPES.answer, replyTo: id } });

/** Those that have no answer; it may be in an archive. */
function unanswered(
  asked: readonly StackMessage[],
  { messages, archive = () => [] }: Known,
  isAnswer: (from: string) => boolean,
): StackMessage[] {
  const answersIn = (all: readonly StackMessage[]) =>
    new Set(all.filter(({ replyTo, from }) => replyTo !== null && isAnswer(from)).map(({ replyTo }) => replyTo));
  const present = answersIn(messages);
  const open = asked.filter(({ id }) => !present.has(id));
  if (open.length === 0) return open;
  const ever = answersIn(archive());
  return open.filter(({ id }) => !ever.has(id));
}

/** What agents ask the manager and the manager has not answered. */
function questions(situation: Known): Need[] {
  const isManager = (name: string) => isSameAgent(name, MANAGER);
  const asked = situation.messages.filter(({ box, stack, type, from }) => {
    return box === 'inbox' && isManager(stack) && ASKING.has(type.toLowerCase()) && !isManager(from);
  });
  return unanswered(asked, situation, isManager).map((message) =>
    needOf({
      ...{ kind: 'question', about: [message.file, message.id], rank: 'question', title: headingOf(message), place: placeOf(message) },
      ...{ why: `${message.from} waits for an answer`, since: momentOf(message), actions: reply(situation, message) },
    }),
  );
}

/** A message may say nothing. */
const headingOf = ({ content, type }: StackMessage): string => titleOf(content) || type;

/** Agents that cannot go on, by their plans or their last words. */
function blocked(situation: Known): Need[] {
  const { plans, messages } = situation;
  const agents = blockedAgents([...plans.values()], messages);
  const said = agents.flatMap(({ message }) => message ?? []);
  const open = new Set(unanswered(said, situation, () => true));
  return agents.flatMap(({ name, tasks, message: last }) => {
    const message = last !== null && open.has(last) ? last : null;
    if (message === null && tasks.length === 0) return [];
    const [agent, plan] = [{ name, tasks, message }, plans.get(agentKey(name))];
    return needOf({
      ...{ kind: 'blocked', about: ['stack', plan?.directory ?? '', agentKey(agent.name)], rank: 'at-risk', title: agent.name },
      ...{ why: whyBlocked(agent), since: message === null ? null : momentOf(message), place: blockedPlace(agent, plan) },
      actions:
        message === null
          ? sending(situation, name, { title: 'Send Message', input: { type: ANSWER_TYPES.answer } })
          : reply(situation, message),
    });
  });
}

function whyBlocked({ tasks, message }: BlockedAgent): string {
  if (message !== null) return `says that it cannot go on: ${headingOf(message)}`;
  const [first] = tasks;
  return `cannot go on with ${counted(tasks.length, 'task')}${first === undefined ? '' : `: ${first.title}`}`;
}

function blockedPlace({ tasks: [task], message }: BlockedAgent, plan: StackPlan | undefined): Need['place'] {
  if (message !== null) return placeOf(message);
  if (plan === undefined || task === undefined) return null;
  return { file: path.join(plan.directory, STACK_FILES.plan), line: task.line };
}

/** Answers that agents owe each other, or the manager; what the manager owes is a question above. */
function overdueAnswers(situation: Known): Need[] {
  const others = situation.overdue.filter(({ message }) => !isSameAgent(recipientOf(message) ?? '', MANAGER));
  return others.map(({ message, since }) => {
    const recipient = recipientOf(message) ?? message.stack;
    return needOf({
      ...{ kind: 'overdue', about: [message.file, message.id], rank: 'question', title: headingOf(message), place: placeOf(message) },
      ...{ why: `${recipient} has not answered ${message.from} for over a day`, since: saysDayOnly(message) ? null : since },
      actions: sending(situation, recipient, { title: 'Remind', input: { type: ANSWER_TYPES.reminder } }),
    });
  });
}
