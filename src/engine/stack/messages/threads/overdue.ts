import { counted, duration } from '../../../text/amounts.ts';
import { agentKey } from '../../agents/agents-file.ts';
import { findRecipient, type StackMessage } from '../all-messages.ts';
import { hasDayOnly, messageTime } from '../message-time.ts';
import type { ThreadMessages } from './threads.ts';

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
const ASKING: ReadonlySet<string> = new Set(['task', 'question']);
const REPORTING: ReadonlySet<string> = new Set(['milestone', 'blocked', 'done']);

const has = (types: ReadonlySet<string>, { type }: StackMessage): boolean => types.has(type.toLowerCase());

/** Reports whether a message expects an answer. */
export const expectsAnswer = (message: StackMessage): boolean => has(ASKING, message);

/** Unambiguous, because neither part contains a line feed. */
const answerKey = (id: string, agent: string): string => `${id}\n${agentKey(agent)}`;

/** Unambiguous, because neither name contains a line feed. */
const reportKey = (from: string, to: string): string => `${agentKey(from)}\n${agentKey(to)}`;

/** Returns the time of each sender's last report to each recipient in a thread. A report to another agent answers nothing. */
function reportsIn(messages: readonly StackMessage[]): Map<string, number> {
  const latest = new Map<string, number>();
  for (const message of messages) {
    const to = has(REPORTING, message) ? findRecipient(message) : null;
    if (to === null) continue;
    const key = reportKey(message.from, to);
    // A report without a time may be later than the question, so it counts as an answer.
    const time = messageTime(message) ?? Number.POSITIVE_INFINITY;
    latest.set(key, Math.max(time, latest.get(key) ?? time));
  }
  return latest;
}

/** Returns the unanswered messages of a thread, due now or later. Replies are always in the thread of the answered message. */
function unansweredIn({ messages }: ThreadMessages): Overdue[] {
  if (!messages.some(expectsAnswer)) return [];
  const replies = new Set(messages.flatMap(({ replyTo, from }) => (replyTo === null ? [] : [answerKey(replyTo, from)])));
  const reports = reportsIn(messages);
  return messages.flatMap((message) => {
    const sent = expectsAnswer(message) ? messageTime(message) : null;
    if (sent === null) return [];
    const recipient = findRecipient(message) ?? '';
    const reported = reports.get(reportKey(recipient, message.from)) ?? Number.NEGATIVE_INFINITY;
    return reported >= sent || replies.has(answerKey(message.id, recipient))
      ? []
      : [{ message, since: sent + PATIENCE_MS * (hasDayOnly(message) ? 2 : 1) }];
  });
}

/** Returns tasks and questions without a time that their recipient has not answered (as in `findOverdue`). They cannot be overdue. */
export function findUntimed(threads: readonly ThreadMessages[]): StackMessage[] {
  return threads.flatMap(({ messages }) => {
    const asking = messages.filter((message) => expectsAnswer(message) && messageTime(message) === null);
    if (asking.length === 0) return [];
    const replies = new Set(messages.flatMap(({ replyTo, from }) => (replyTo === null ? [] : [answerKey(replyTo, from)])));
    const reports = reportsIn(messages);
    return asking.filter((message) => {
      const recipient = findRecipient(message) ?? '';
      return !reports.has(reportKey(recipient, message.from)) && !replies.has(answerKey(message.id, recipient));
    });
  });
}

/** Cached, because a thread is immutable and is examined again every minute. */
const unanswered = new WeakMap<ThreadMessages, readonly Overdue[]>();

/**
 * Returns tasks and questions that their recipient has not answered within a day, longest overdue first (decision 0013, "Unread, overdue").
 * A reply counts as an answer, and so does a later `milestone`, `blocked` or `done` to the sender in the same thread. A message without a
 * time is never overdue.
 */
export function findOverdue(threads: readonly ThreadMessages[], now: number): Overdue[] {
  const overdue = threads.flatMap((thread) => {
    const waiting = unanswered.get(thread) ?? unansweredIn(thread);
    unanswered.set(thread, waiting);
    return waiting.filter(({ since }) => since <= now);
  });
  return overdue.sort((one, other) => one.since - other.since);
}
