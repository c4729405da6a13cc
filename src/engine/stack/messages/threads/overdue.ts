import { counted, duration } from '../../../text/amounts.ts';
import { agentKey } from '../../agents/agents-file.ts';
import { findRecipient, type StackMessage } from '../all-messages.ts';
import { hasDayOnly, messageTime } from '../message-time.ts';
import { countedType, isAskingType } from '../message-types.ts';
import { ThreadNames } from './thread-names.ts';

/** A message whose answer is overdue. */
export interface Overdue {
  readonly message: StackMessage;
  /** When the answer was due, in milliseconds since 1970 UTC. */
  readonly since: number;
}

/** Returns how long an answer has been overdue, in whole days if the message has a date only. @param now milliseconds since 1970 UTC */
export function formatLateness(time: string | null, since: number, now: number): string {
  const late = Math.max(0, now - since);
  if (!hasDayOnly({ time })) return duration(late);
  return late < PATIENCE_MS ? 'less than a day' : counted(Math.floor(late / PATIENCE_MS), 'day');
}

/** Time until an answer is due, in milliseconds. It counts from the end of the day if the message has a date only. */
const PATIENCE_MS = 86_400_000;
const REPORTING: ReadonlySet<string> = new Set(['milestone', 'blocked', 'done']);

/** Reports whether a message expects an answer. */
export const expectsAnswer = ({ type }: StackMessage): boolean => isAskingType(type);

/** Returns when an answer is due, in milliseconds since 1970 UTC; `null` for a message without a time or that expects none. */
function dueTime(message: StackMessage): number | null {
  const sent = expectsAnswer(message) ? messageTime(message) : null;
  return sent === null ? null : sent + PATIENCE_MS * (hasDayOnly(message) ? 2 : 1);
}

/** Unambiguous, because neither part contains a line feed. */
const answerKey = (id: string, agent: string): string => `${id}\n${agentKey(agent)}`;

/** Unambiguous, because neither name contains a line feed. */
const reportKey = (thread: number, from: string, to: string): string => `${thread}\n${agentKey(from)}\n${agentKey(to)}`;

/** Returns the messages to which their recipients have not replied. */
function withoutReply(asking: readonly StackMessage[], messages: readonly StackMessage[]): StackMessage[] {
  const ids = new Set(asking.map(({ id }) => id));
  const replies = new Set<string>();
  for (const { replyTo, from } of messages) if (replyTo !== null && ids.has(replyTo)) replies.add(answerKey(replyTo, from));
  return replies.size === 0 ? [...asking] : asking.filter((each) => !replies.has(answerKey(each.id, findRecipient(each) ?? '')));
}

/** Returns the threads of some messages, among others that may belong to them. */
function threadsOf(some: readonly StackMessage[], messages: readonly StackMessage[]): ThreadNames {
  const names = new ThreadNames();
  // A message without relations is a thread by itself unless another message names it. Most are, so they are skipped.
  for (const message of messages) if (message.thread !== null || message.replyTo !== null) names.add(message);
  for (const message of some) names.add(message);
  return names;
}

/** Returns the time of each sender's last report to each recipient in a thread. A report to another agent answers nothing. */
function reportsIn(messages: readonly StackMessage[], threads: ThreadNames): Map<string, number> {
  const latest = new Map<string, number>();
  for (const message of messages) {
    const thread = REPORTING.has(countedType(message.type)) ? threads.thread(message.id) : undefined;
    const to = thread === undefined ? null : findRecipient(message);
    if (thread === undefined || to === null) continue;
    const key = reportKey(thread, message.from, to);
    // A report without a time may be later than the question, so it counts as an answer.
    const time = messageTime(message) ?? Number.POSITIVE_INFINITY;
    latest.set(key, Math.max(time, latest.get(key) ?? time));
  }
  return latest;
}

/**
 * Returns the tasks and questions that their recipient has not answered. A reply counts as an answer, and so does a later `milestone`,
 * `blocked` or `done` to the sender in the same thread.
 * @param asking some of the messages
 */
export function findUnanswered(asking: readonly StackMessage[], messages: readonly StackMessage[]): StackMessage[] {
  const open = withoutReply(asking, messages);
  if (open.length === 0) return open;
  const threads = threadsOf(open, messages);
  const reports = reportsIn(messages, threads);
  if (reports.size === 0) return open;
  return open.filter((message) => {
    const reported = reports.get(reportKey(threads.thread(message.id) ?? -1, findRecipient(message) ?? '', message.from));
    return reported === undefined || reported < (messageTime(message) ?? Number.NEGATIVE_INFINITY);
  });
}

/** Returns the tasks and questions without a time. They cannot be overdue. */
export function findUntimed(messages: readonly StackMessage[]): StackMessage[] {
  return messages.filter((message) => expectsAnswer(message) && messageTime(message) === null);
}

/** Returns the tasks and questions whose answer is due, answered ones included. */
export function findDue(messages: readonly StackMessage[], now: number): StackMessage[] {
  return messages.filter((message) => (dueTime(message) ?? Number.POSITIVE_INFINITY) <= now);
}

/** Returns unanswered messages that are due, longest overdue first. */
export function sortOverdue(due: readonly StackMessage[]): Overdue[] {
  return due.map((message) => ({ message, since: dueTime(message) ?? 0 })).sort((one, other) => one.since - other.since);
}

/**
 * Returns tasks and questions that their recipient has not answered within a day, longest overdue first (decision 0013, "Unread, overdue").
 * A message without a time is never overdue.
 */
export function findOverdue(messages: readonly StackMessage[], now: number): Overdue[] {
  return sortOverdue(findUnanswered(findDue(messages, now), messages));
}
