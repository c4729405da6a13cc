import { isSameAgent, type StackMessage } from '../messages/all-messages.ts';
import { messageTime } from '../messages/message-time.ts';
import { countedType } from '../messages/message-types.ts';
import type { PlanTask } from '../plan/plan.ts';
import { agentKey } from './agents-file.ts';

/** A blocked agent (seed 4, "Multi-Agent Orchestration"). */
export interface BlockedAgent {
  readonly name: string;
  /** Tasks marked `[!]` in its plan. */
  readonly tasks: readonly PlanTask[];
  /** Its message of type `blocked`; `null` if it sent none, has sent another message since, or was answered. */
  readonly message: StackMessage | null;
}

/** The blocked tasks of a stack's plan. */
export interface BlockedPlan {
  readonly name: string;
  readonly blocked: readonly PlanTask[];
}

/** Returns the last message of each agent: the latest, or without times the last in file order. */
function lastWords(messages: readonly StackMessage[]): Map<string, StackMessage> {
  const last = new Map<string, { message: StackMessage; time: number }>();
  for (const message of messages) {
    const key = agentKey(message.from);
    const time = messageTime(message) ?? Number.NEGATIVE_INFINITY;
    if (time >= (last.get(key)?.time ?? Number.NEGATIVE_INFINITY)) last.set(key, { message, time });
  }
  return new Map([...last].map(([key, { message }]) => [key, message]));
}

/** Returns the blocked agents, by their plans and by their last messages. An answered message does not count. */
export function findBlockedAgents(plans: readonly BlockedPlan[], messages: readonly StackMessage[]): BlockedAgent[] {
  const answered = new Set(messages.map(({ replyTo }) => replyTo));
  const saying = [...lastWords(messages).values()].filter(({ id, type }) => countedType(type) === 'blocked' && !answered.has(id));
  const known = plans.map(({ name, blocked }) => {
    return { name, tasks: blocked, message: saying.find(({ from }) => isSameAgent(from, name)) ?? null };
  });
  const strangers = saying.filter(({ from }) => !plans.some(({ name }) => isSameAgent(from, name)));
  const others = strangers.map((message) => ({ name: message.from, tasks: [], message }));
  return [...known, ...others].filter(({ tasks, message }) => tasks.length > 0 || message !== null);
}
