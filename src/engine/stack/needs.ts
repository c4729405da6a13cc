import path from 'node:path';
import { joinSentences } from '../platform/errors.ts';
import { createNeed, type Need, type NeedAction } from '../platform/need.ts';
import { commandAtEnd } from '../platform/suggested.ts';
import { counted } from '../text/amounts.ts';
import { agentKey } from './agents/agents-file.ts';
import { type BlockedAgent, findBlockedAgents } from './agents/blocked-agents.ts';
import { HALF_CONFLICT_CODE } from './conflicts.ts';
import { LOCAL_FOLDER } from './files/find-stacks.ts';
import type { StackFinding } from './findings.ts';
import { findRecipient, isSameAgent, type StackMessage } from './messages/all-messages.ts';
import { exactTime } from './messages/message-time.ts';
import { ANSWER_TYPES, isAskingType, meantType } from './messages/message-types.ts';
import type { Overdue } from './messages/threads/overdue.ts';
import { shortTitle } from './messages/threads/threads.ts';
import { blockReason, type PlanTask } from './plan/plan.ts';
import { MANAGER } from './stacks.ts';
import { STACK_FILES } from './store.ts';

/** A stack, and the blocked tasks of its plan. */
export interface StackPlan {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly blocked: readonly PlanTask[];
  /** Ids that several tasks of the plan have, as after a merge that kept both sides. */
  readonly doubled: ReadonlySet<string>;
}

/** Current state of the stacks of a repository. */
export interface StacksSituation {
  readonly plans: readonly StackPlan[];
  readonly messages: readonly StackMessage[];
  /** Messages whose answer is overdue. */
  readonly overdue: readonly Overdue[];
  /** Returns messages archived from the INBOXes, which may be answers. Called only when something seems unanswered. */
  readonly archive?: () => readonly StackMessage[];
}

/** One list for all needs, because there may be a hundred thousand. */
const ASKED = ['text'] as const;

/** Returns the items of the stacks that wait for the person behind the manager's stack (docs/decisions/0018-needs-you.md). */
export function stackNeeds(situation: StacksSituation): Need[] {
  const known = { ...situation, plans: new Map(situation.plans.map((plan) => [agentKey(plan.name), plan])) };
  return [...questions(known), ...blocked(known), ...overdueAnswers(known)];
}

/**
 * Returns one need for each file with merge conflicts, with the command that settles them.
 * @param root absolute folder that titles are relative to
 */
export function conflictNeeds(root: string, conflicts: readonly StackFinding[]): Need[] {
  const first = new Map(conflicts.toReversed().map((conflict) => [conflict.file, conflict]));
  return [...first.values()].map(({ file, line, message, code, next = '' }) =>
    createNeed({
      kind: 'broken',
      about: [file],
      rank: 'at-risk',
      title: path.relative(root, file),
      since: null,
      why: joinSentences(message, next),
      place: { file, line },
      actions: [],
      command: code === HALF_CONFLICT_CODE ? undefined : commandAtEnd(next),
    }),
  );
}

/**
 * Returns one need for each finding about messages that cannot be delivered: because no agent has their stack or the name of their
 * recipient.
 * @param root absolute folder that titles are relative to
 */
export function undeclaredNeeds(root: string, findings: readonly StackFinding[]): Need[] {
  return findings.map(({ file, line, message, next = '' }) =>
    createNeed({
      kind: 'undelivered',
      about: [file, message, String(line)],
      rank: 'at-risk',
      title: path.relative(root, file),
      since: null,
      why: joinSentences(message, next),
      command: commandAtEnd(next),
      place: { file, line },
      actions: [],
    }),
  );
}

/** A situation whose plans are indexed by `agentKey`. */
type Known = Omit<StacksSituation, 'plans'> & { readonly plans: ReadonlyMap<string, StackPlan> };

const placeOf = ({ file, place }: StackMessage) => ({ file, line: place.line });

/** Returns the action to send a message as the manager; none to an agent without a stack. */
function sending({ plans }: Known, to: string, { title, input }: Pick<NeedAction, 'title' | 'input'>): NeedAction[] {
  const hasStack = isSameAgent(to, MANAGER) || plans.has(agentKey(to));
  return hasStack ? [{ title, operation: 'send', input: { to, from: MANAGER, ...input }, asks: ASKED }] : [];
}

const reply = (situation: Known, { id, from }: StackMessage): NeedAction[] =>
  sending(situation, from, { title: 'Answer', input: { type: ANSWER_TYPES.answer, replyTo: id } });

/** Returns the messages without an answer, archived answers included. */
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

/** Returns the agents' questions that the manager has not answered. */
function questions(situation: Known): Need[] {
  const isManager = (name: string) => isSameAgent(name, MANAGER);
  const asked = situation.messages.filter(({ box, stack, type, from }) => {
    return box === 'inbox' && isManager(stack) && isAskingType(type) && !isManager(from);
  });
  return unanswered(asked, situation, isManager).map((message) =>
    createNeed({
      kind: 'question',
      about: [message.file, message.id],
      rank: 'question',
      title: headingOf(message),
      place: placeOf(message),
      why: `${message.from} waits for an answer${typoIn(message)}`,
      since: exactTime(message),
      actions: reply(situation, message),
    }),
  );
}

/** Explains why a message with a mistyped type counts as another one. */
function typoIn({ type }: StackMessage): string {
  const meant = meantType(type);
  return meant === null ? '' : ` (its type is ${JSON.stringify(type)}; "${meant}" was probably meant)`;
}

/** A message may be empty. */
const headingOf = ({ content, type }: StackMessage): string => shortTitle(content) || type;

/** Returns the blocked agents, by their plans or their last messages. */
function blocked(situation: Known): Need[] {
  const { plans, messages } = situation;
  const agents = findBlockedAgents([...plans.values()], messages);
  const said = agents.flatMap(({ message }) => message ?? []);
  const open = new Set(unanswered(said, situation, () => true));
  return agents.flatMap(({ name, tasks, message: last }) => {
    const message = last !== null && open.has(last) ? last : null;
    if (message === null && tasks.length === 0) return [];
    const [agent, plan] = [{ name, tasks, message }, plans.get(agentKey(name))];
    return createNeed({
      kind: 'blocked',
      about: ['stack', plan?.directory ?? '', agentKey(agent.name)],
      rank: 'at-risk',
      title: agent.name,
      why: whyBlocked(agent),
      since: message === null ? null : exactTime(message),
      place: blockedPlace(agent, plan),
      actions: message === null ? unblocking(situation, agent, plan) : reply(situation, message),
    });
  });
}

/** Returns the folder that a stack belongs to: above `.cstack/`, also if its files are in `.cstack/.local/`. */
function ownerFolder(directory: string): string {
  return path.dirname(path.basename(directory) === LOCAL_FOLDER ? path.dirname(directory) : directory);
}

/** Returns how to unblock a task of a plan: a message does not change the plan. The manager's own plan needs no message. */
function unblocking(situation: Known, { name, tasks: [task] }: BlockedAgent, plan: StackPlan | undefined): NeedAction[] {
  const told = isSameAgent(name, MANAGER) ? [] : sending(situation, name, { title: 'Send Message', input: { type: ANSWER_TYPES.answer } });
  if (task === undefined || plan === undefined) return told;
  const isKnown = task.id !== null && !plan.doubled.has(task.id);
  const input = { task: isKnown ? task.id : String(task.number), root: ownerFolder(plan.directory) };
  return [...told, { title: 'Unblock Task', operation: 'plan unblock', input, asks: [] }];
}

function whyBlocked({ tasks, message }: BlockedAgent): string {
  if (message !== null) return `reports that it is blocked${typoIn(message)}: ${headingOf(message)}`;
  const [first] = tasks;
  const why = first === undefined ? '' : (blockReason(first) ?? '');
  const named = first === undefined ? '' : `: ${first.title}${why === '' ? '' : ` (${why})`}`;
  const ids = new Set(tasks.map(({ id, number }) => id ?? number));
  return `blocked on ${counted(ids.size, 'task')}${named}`;
}

function blockedPlace({ tasks: [task], message }: BlockedAgent, plan: StackPlan | undefined): Need['place'] {
  if (message !== null) return placeOf(message);
  if (plan === undefined || task === undefined) return null;
  return { file: path.join(plan.directory, STACK_FILES.plan), line: task.line };
}

/** Returns overdue answers between agents, or to the manager. What the manager owes is in `questions`. */
function overdueAnswers(situation: Known): Need[] {
  const others = situation.overdue.filter(({ message }) => !isSameAgent(findRecipient(message) ?? '', MANAGER));
  return others.map(({ message }) => {
    const recipient = findRecipient(message) ?? message.stack;
    return createNeed({
      kind: 'overdue',
      about: [message.file, message.id],
      rank: 'question',
      title: headingOf(message),
      place: placeOf(message),
      why: `${recipient} has not answered ${message.from} for over a day${typoIn(message)}`,
      since: exactTime(message),
      actions: sending(situation, recipient, { title: 'Remind', input: { type: ANSWER_TYPES.reminder } }),
    });
  });
}
