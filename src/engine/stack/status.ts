import path from 'node:path';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { agentKey } from './agents/agents-file.ts';
import { conflictProblems } from './conflicts.ts';
import { type CurrentState, parseCurrentText } from './files/current.ts';
import { isSameAgent, joinBoxes, readBoxes, readOrReport, type StackBoxes } from './messages/all-messages.ts';
import type { RoutedStack } from './messages/route.ts';
import type { Overdue } from './messages/threads/overdue.ts';
import { findOverdueInStacks } from './messages/threads/overdue-in.ts';
import { type PlanTask, parsePlanText, type TaskStatus } from './plan/plan.ts';
import { STACK_FILES } from './store.ts';

/** Status of a stack (seed 4, "Check Status"). */
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
  /** Numbers of messages in INBOX and OUTBOX. */
  readonly inbox: number;
  readonly outbox: number;
  /** Number of its messages with an overdue answer, among the stacks that were examined. */
  readonly overdue: number;
  /** Descriptions of what could not be read. */
  readonly problems: readonly string[];
}

function countsOf(tasks: readonly PlanTask[]): Record<TaskStatus, number> {
  const counts = { pending: 0, 'in progress': 0, completed: 0, blocked: 0, closed: 0, unknown: 0 };
  for (const { status } of tasks) counts[status] += 1;
  return counts;
}

/**
 * Returns the status of a stack whose boxes were already read.
 * @param waiting number of overdue answers by agent (`agentKey`)
 */
export function buildStatus({ name, store }: RoutedStack, boxes: StackBoxes, waiting: ReadonlyMap<string, number>): StackStatus {
  const problems = [...boxes.problems];
  const text = (name: string) => {
    const content = readOrReport(() => store.text(name) ?? '', '', problems);
    problems.push(...conflictProblems(path.join(store.directory, name), mergeConflicts(content)));
    return content;
  };
  const tasks = parsePlanText(text(STACK_FILES.plan));
  return {
    name,
    directory: store.directory,
    exists: readOrReport(() => store.exists(), false, problems),
    current: parseCurrentText(text(STACK_FILES.current)),
    counts: countsOf(tasks),
    inProgress: tasks.filter(({ status }) => status === 'in progress'),
    blocked: tasks.filter(({ status }) => status === 'blocked'),
    unread: boxes.inbox.reduce((count, { unread }) => count + (unread ? 1 : 0), 0),
    inbox: boxes.inbox.length,
    outbox: boxes.outbox.length,
    overdue: waiting.get(agentKey(name)) ?? 0,
    problems,
  };
}

/**
 * Counts overdue answers by agent (`agentKey`) in one pass. A search per agent would take time proportional to agents × messages.
 */
export function countOverdue(overdue: readonly Overdue[]): Map<string, number> {
  const waiting = new Map<string, number>();
  for (const { message } of overdue) {
    const agent = agentKey(message.from);
    waiting.set(agent, (waiting.get(agent) ?? 0) + 1);
  }
  return waiting;
}

/** Returns the overdue messages that an agent waits on. */
export function overdueFrom(overdue: readonly Overdue[], name: string): Overdue[] {
  return overdue.filter(({ message }) => isSameAgent(message.from, name));
}

/**
 * Returns the status of several stacks. A failure is a problem of its stack, and the others are still read.
 * @param now milliseconds since 1970 UTC
 * @param problems receives descriptions of archives that cannot be read
 */
export function readStatuses(stacks: readonly RoutedStack[], now: number, problems: string[] = []): StackStatus[] {
  const read = stacks.map((stack) => ({ stack, boxes: readBoxes(stack) }));
  const all = joinBoxes(read.map(({ boxes }) => boxes));
  const waiting = countOverdue(findOverdueInStacks(stacks, all, now, problems));
  return read.map(({ stack, boxes }) => buildStatus(stack, boxes, waiting));
}

/**
 * Returns the status of a stack.
 * @param among stacks in which to search for answers; default: only its own files are read
 */
export function readStatus(stack: RoutedStack, now: number, among: readonly RoutedStack[] = []): StackStatus {
  const boxes = readBoxes(stack);
  const others = among.filter(({ store }) => store.directory !== stack.store.directory);
  const messages = joinBoxes([boxes, ...others.map(readBoxes)]);
  return buildStatus(stack, boxes, countOverdue(findOverdueInStacks([stack, ...others], messages, now)));
}
