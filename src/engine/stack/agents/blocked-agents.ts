import { isSameAgent, type StackMessage } from '../messages/all-messages.ts';
import { messageTime } from '../messages/message-time.ts';
import type { PlanTask } from '../plan/plan.ts';
import { agentKey } from './agents-file.ts';

/** An agent that cannot go on (seed 4, "Multi-Agent Orchestration"). */
export interface BlockedAgent {
  readonly name: string;
  /** Those with a `[!]` in its plan. */
  readonly tasks: readonly PlanTask[];
  /** The message in which it says so; `null` where it has not said so, has said something else since, or has an answer. */
  readonly message: StackMessage | null;
}

/** The tasks of a stack's plan that are blocked. */
export interface BlockedPlan {
  readonly name: string;
  readonly blocked: readonly PlanTask[];
}

/** By agent, what it said last: the latest, or the last in its file where no time is said. */
function lastWords(messages: readonly StackMessage[]): Map<string, StackMessage> {
  const last = new Map<string, { message: StackMessage; time: number }>();
  for (const message of messages) {
    const key = agentKey(message.from);
    const time = messageTime(message) ?? Number.NEGATIVE_INFINITY;
    if (time >= (last.get(key)?.time ?? Number.NEGATIVE_INFINITY)) last.set(key, { message, time });
  }
  return new Map([...last].map(([key, { message }]) => [key, message]));
}

/** Which agents cannot go on: by their plans, and by what they said last, unless somebody has answered it. */
export function blockedAgents(plans: readonly BlockedPlan[], messages: readonly StackMessage[]): BlockedAgent[] {
  const answered = new Set(messages.map(({ replyTo }) => replyTo));
  const saying = [...lastWords(messages).values()].filter(({ id, type }) => type.toLowerCase() === 'blocked' && !answered.has(id));
  const known = plans.map(({ name, blocked }) => {
    return { name, tasks: blocked, message: saying.find(({ from }) => isSameAgent(from, name)) ?? null };
  });
  const strangers = saying.filter(({ from }) => !plans.some(({ name }) => isSameAgent(from, name)));
  const others = strangers.map((message) => ({ name: message.from, tasks: [], message }));
  return [...known, ...others].filter(({ tasks, message }) => tasks.length > 0 || message !== null);
}
