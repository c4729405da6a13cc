import { counted, duration } from '../../../text/amounts.ts';
import { agentKey } from '../../agents/agents-file.ts';
import { recipientOf, type StackMessage } from '../all-messages.ts';
import { messageTime, saysDayOnly } from '../message-time.ts';
import type { ThreadMessages } from './threads.ts';

/** A message that waits for an answer for too long. */
export interface Overdue {
  readonly message: StackMessage;
  /** When it became so, milliseconds since 1970 UTC. */
  readonly since: number;
}

/** For how long an answer has been overdue: of a message that says a day alone in whole days. @param now milliseconds since 1970 UTC */
export function latenessOf(time: string | null, since: number, now: number): string {
  const late = Math.max(0, now - since);
  if (!saysDayOnly({ time })) return duration(late);
  return late < PATIENCE_MS ? 'less than a day' : counted(Math.floor(late / PATIENCE_MS), 'day');
}

/** An answer is due after this, counted from the end of the day where the message says no time. Milliseconds. */
const PATIENCE_MS = 86_400_000;
const ASKING: ReadonlySet<string> = new Set(['task', 'question']);
const REPORTING: ReadonlySet<string> = new Set(['milestone', 'blocked', 'done']);

const has = (types: ReadonlySet<string>, { type }: StackMessage): boolean => types.has(type.toLowerCase());

/** Whether a message waits for an answer until it gets one. */
export const isAsking = (message: StackMessage): boolean => has(ASKING, message);

/** Neither has more than one line. */
const answerKey = (id: string, agent: string): string => `${id}\n${agentKey(agent)}`;

/** From one agent to another; neither name has more than one line. */
const reportKey = (from: string, to: string): string => `${agentKey(from)}\n${agentKey(to)}`;

/** By sender and recipient, when one last reported to the other in a thread: what it reports to anybody else answers nothing. */
function reportsIn(messages: readonly StackMessage[]): Map<string, number> {
  const latest = new Map<string, number>();
  for (const message of messages) {
    const to = has(REPORTING, message) ? recipientOf(message) : null;
    if (to === null) continue;
    const key = reportKey(message.from, to);
    // Of one without a time nobody can say that it came before.
    const time = messageTime(message) ?? Number.POSITIVE_INFINITY;
    latest.set(key, Math.max(time, latest.get(key) ?? time));
  }
  return latest;
}

/** What waits, or will wait, in a thread: a reply is in the thread of what it answers. */
function unansweredIn({ messages }: ThreadMessages): Overdue[] {
  if (!messages.some(isAsking)) return [];
  const replies = new Set(messages.flatMap(({ replyTo, from }) => (replyTo === null ? [] : [answerKey(replyTo, from)])));
  const reports = reportsIn(messages);
  return messages.flatMap((message) => {
    const sent = isAsking(message) ? messageTime(message) : null;
    if (sent === null) return [];
    const recipient = recipientOf(message) ?? '';
    const reported = reports.get(reportKey(recipient, message.from)) ?? Number.NEGATIVE_INFINITY;
    return reported >= sent || replies.has(answerKey(message.id, recipient))
      ? []
      : [{ message, since: sent + PATIENCE_MS * (saysDayOnly(message) ? 2 : 1) }];
  });
}

/** Tasks and questions that say no time, and that their recipient has not answered (as in `overdueOf`): nobody can say since when. */
export function untimedOf(threads: readonly ThreadMessages[]): StackMessage[] {
  return threads.flatMap(({ messages }) => {
    const asking = messages.filter((message) => isAsking(message) && messageTime(message) === null);
    if (asking.length === 0) return [];
    const replies = new Set(messages.flatMap(({ replyTo, from }) => (replyTo === null ? [] : [answerKey(replyTo, from)])));
    const reports = reportsIn(messages);
    return asking.filter((message) => {
      const recipient = recipientOf(message) ?? '';
      return !reports.has(reportKey(recipient, message.from)) && !replies.has(answerKey(message.id, recipient));
    });
  });
}

/** A thread does not change, and is looked at again every minute. */
const unanswered = new WeakMap<ThreadMessages, readonly Overdue[]>();

/**
 * Tasks and questions that their recipient has not answered within a day, neither by a reply nor by a `milestone`, `blocked` or `done`
 * to the sender in their thread since (decision 0013, "Unread, overdue"); the longest overdue first. What says no time is never overdue.
 * @param now milliseconds since 1970 UTC
 */
export function overdueOf(threads: readonly ThreadMessages[], now: number): Overdue[] {
  const overdue = threads.flatMap((thread) => {
    const waiting = unanswered.get(thread) ?? unansweredIn(thread);
    unanswered.set(thread, waiting);
    return waiting.filter(({ since }) => since <= now);
  });
  return overdue.sort((one, other) => one.since - other.since);
}
