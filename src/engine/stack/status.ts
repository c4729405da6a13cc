import path from 'node:path';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { agentKey } from './agents/agents-file.ts';
import { conflictProblems } from './conflicts.ts';
import { type CurrentState, parseCurrentText } from './files/current.ts';
import { isSameAgent, joinBoxes, readBoxes, readOr, type StackBoxes, type StackMessage } from './messages/all-messages.ts';
import type { RoutedStack } from './messages/route.ts';
import type { Overdue } from './messages/threads/overdue.ts';
import { overdueIn } from './messages/threads/overdue-in.ts';
import { type PlanTask, parsePlanText, type TaskStatus } from './plan/plan.ts';
import { STACK_FILES } from './store.ts';

/** What a stack is at (seed 4, "Check Status"). */
export interface StackStatus {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly exists: boolean;
  readonly current: CurrentState;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  readonly inProgress: readonly PlanTask[];
  readonly blocked: readonly PlanTask[];
  readonly unread: number;
  /** Messages in INBOX and OUTBOX. */
  readonly inbox: number;
  readonly outbox: number;
  /** How many of its messages wait for an answer for too long, as far as the stacks were looked at. */
  readonly overdue: number;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

function countsOf(tasks: readonly PlanTask[]): Record<TaskStatus, number> {
  const counts = { pending: 0, 'in progress': 0, completed: 0, blocked: 0, closed: 0, unknown: 0 };
  for (const { status } of tasks) counts[status] += 1;
  return counts;
}

/**
 * What a stack is at, as its boxes were read.
 * @param waiting by agent (`agentKey`), for how many answers it waits
 */
export function statusWith({ name, store }: RoutedStack, boxes: StackBoxes, waiting: ReadonlyMap<string, number>): StackStatus {
  const problems = [...boxes.problems];
  const text = (name: string) => {
    const content = readOr(() => store.text(name) ?? '', '', problems);
    problems.push(...conflictProblems(path.join(store.directory, name), mergeConflicts(content)));
    return content;
  };
  const tasks = parsePlanText(text(STACK_FILES.plan));
  return {
    ...{ name, directory: store.directory, exists: readOr(() => store.exists(), false, problems) },
    current: parseCurrentText(text(STACK_FILES.current)),
    counts: countsOf(tasks),
    inProgress: tasks.filter(({ status }) => status === 'in progress'),
    blocked: tasks.filter(({ status }) => status === 'blocked'),
    unread: boxes.inbox.reduce((count, { unread }) => count + (unread ? 1 : 0), 0),
    ...{ inbox: boxes.inbox.length, outbox: boxes.outbox.length },
    overdue: waiting.get(agentKey(name)) ?? 0,
    problems,
  };
}

/** By agent, for how many answers it waits: to look for each agent's own among all would cost as much as both are many. */
function waitingIn(
  stacks: readonly RoutedStack[],
  messages: readonly StackMessage[],
  now: number,
  problems: string[] = [],
): Map<string, number> {
  const waiting = new Map<string, number>();
  for (const { message } of overdueIn(stacks, messages, now, problems)) {
    const agent = agentKey(message.from);
    waiting.set(agent, (waiting.get(agent) ?? 0) + 1);
  }
  return waiting;
}

/** Those of which an agent waits for the answer. */
export function overdueFrom(overdue: readonly Overdue[], name: string): Overdue[] {
  return overdue.filter(({ message }) => isSameAgent(message.from, name));
}

/**
 * What several stacks are at; what is broken in one is its problem, and the rest is read. @param now milliseconds since 1970 UTC
 * @param problems gets what cannot be read of archives, in words
 */
export function statusesOf(stacks: readonly RoutedStack[], now: number, problems: string[] = []): StackStatus[] {
  const read = stacks.map((stack) => ({ stack, boxes: readBoxes(stack) }));
  const all = joinBoxes(read.map(({ boxes }) => boxes));
  const waiting = waitingIn(stacks, all, now, problems);
  return read.map(({ stack, boxes }) => statusWith(stack, boxes, waiting));
}

/**
 * What a stack is at.
 * @param among where its own messages may be waiting for an answer; by default only its own files are read
 */
export function statusOf(stack: RoutedStack, now: number, among: readonly RoutedStack[] = []): StackStatus {
  const boxes = readBoxes(stack);
  const others = among.filter(({ store }) => store.directory !== stack.store.directory);
  return statusWith(stack, boxes, waitingIn([stack, ...others], joinBoxes([boxes, ...others.map(readBoxes)]), now));
}
