import path from 'node:path';
import { runStep } from '../../files/run-step.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import { agentKey } from '../agents/agents-file.ts';
import { conflictProblems } from '../conflicts.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import { messageIdentity, type PlacedMessage } from './message.ts';
import { invalidHeaderProblem, repeatedFields } from './message-headers.ts';
import { markUnreadForRecipient } from './message-status.ts';

/** A stack that takes part in routing. */
export interface RoutedStack {
  /** Name in AGENTS.md, or `manager`. */
  readonly name: string;
  readonly store: StackStore;
}

/** Result of routing one message. */
export interface Routed {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly type: string;
  /** `kept`: the message stays in its OUTBOX, and `why` gives the reason. For a delivered message `why` is a warning. */
  readonly outcome: 'delivered' | 'already' | 'kept';
  readonly why?: string;
}

export interface RouteReport {
  readonly routed: readonly Routed[];
  /** Whether a part of an OUTBOX was not read: because of merge conflicts or invalid headers, or because no agent has its stack. */
  readonly isPartial: boolean;
  /** Problems that a person should look at. */
  readonly problems: readonly string[];
}

/** Finds the stack of a recipient; an error gives the reason when there is none. */
export type FindRecipient = (to: string) => RoutedStack | CortexError;

const NO_RECIPIENT = new CortexError('invalid-input', 'the message has no recipient', { next: 'Add a line "To: …" to its header.' });

/** Describes a message whose From is not the owner of its OUTBOX. */
export function foreignSender({ from }: Pick<PlacedMessage, 'from'>, owner: string): string {
  return `the message has From: ${from}, but is in the OUTBOX of ${owner}`;
}

/** Adds a warning to a delivered message whose sender is not the owner of the OUTBOX. */
function warned({ message, recipient, routed }: Handled, owner: string): Handled {
  if (routed.outcome === 'kept' || agentKey(message.from) === agentKey(owner)) return { message, recipient, routed };
  return { message, recipient, routed: { ...routed, why: `${foreignSender(message, owner)}; it is delivered unchanged` } };
}

interface Handled {
  readonly message: PlacedMessage;
  readonly routed: Routed;
  /** `null` when the message stays in its OUTBOX. */
  readonly recipient: RoutedStack | null;
}

function kept(message: PlacedMessage, error: CortexError): Handled {
  return { message, recipient: null, routed: { ...toRouted(message), outcome: 'kept', why: describeError(error) } };
}

/** Delivers messages to one recipient, all or none: a later message must not overtake one that stays. */
async function deliverTo(recipient: RoutedStack, messages: readonly PlacedMessage[]): Promise<Handled[]> {
  try {
    const deliveries = await recipient.store.mailbox.deliver(messages.map(markUnreadForRecipient));
    return messages.map((message, n) => {
      return { message, recipient, routed: { ...toRouted(message), outcome: deliveries[n]?.isNew === true ? 'delivered' : 'already' } };
    });
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return messages.map((message) => kept(message, error));
  }
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** A message with two different lines `To:` reaches only the first recipient, so it is not delivered until a person has chosen. */
function twoRecipients({ fields, place }: PlacedMessage): CortexError | null {
  const repeated = repeatedFields(fields).find(({ key }) => key === 'To');
  if (repeated === undefined) return null;
  const next = 'Keep one of the two lines; to send the text to both, write two messages.';
  return new CortexError('invalid-input', `line ${place.line + 1 + repeated.at} is a second "To:" in the header`, { next });
}

/** Delivers the messages of one OUTBOX, to each recipient in order. */
async function routeOutbox(messages: readonly PlacedMessage[], find: FindRecipient): Promise<Handled[]> {
  const handled: Handled[] = [];
  const byRecipient = new Map<RoutedStack, PlacedMessage[]>();
  for (const message of messages) {
    const recipient = twoRecipients(message) ?? (message.to === null ? NO_RECIPIENT : find(message.to));
    if (recipient instanceof CortexError) handled.push(kept(message, recipient));
    else addTo(byRecipient, recipient, message);
  }
  for (const [recipient, own] of byRecipient) handled.push(...(await deliverTo(recipient, own)));
  return handled.sort((one, other) => one.message.place.from - other.message.place.from);
}

function toRouted({ id, from, to, type }: PlacedMessage): Omit<Routed, 'outcome'> {
  return { id, from, to, type };
}

/** Runs work for each item. An OUTBOX that cannot be read or written must not block the others. */
async function forEach<T>(list: Iterable<T>, problems: string[], work: (each: T) => Promise<void>): Promise<void> {
  for (const each of list) {
    try {
      await work(each);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      problems.push(describeError(error));
    }
  }
}

/** Returns the messages that are now in the INBOX of their recipient, or that our own tools have removed from it. */
function listArrived(own: readonly Handled[]): PlacedMessage[] {
  const ids = new Map<RoutedStack, Set<string>>();
  return own.flatMap(({ message, recipient, routed }) => {
    if (recipient === null) return [];
    if (routed.outcome === 'already') return [message];
    const there = ids.get(recipient) ?? new Set(recipient.store.mailbox.read().messages.map(messageIdentity));
    ids.set(recipient, there);
    return there.has(messageIdentity(message)) ? [message] : [];
  });
}

/**
 * Delivers the messages of all OUTBOXes once, in the order of each OUTBOX (seed 4, "Multi-Agent Orchestration"; decision 0013, "Routing").
 * A message is removed from the OUTBOX only after it was read back from the INBOX. The second look checks a second later that it is still
 * there.
 */
export async function routeMessages(stacks: readonly RoutedStack[], find: FindRecipient): Promise<RouteReport> {
  const problems: string[] = [];
  const runs = new Map<RoutedStack, Handled[]>();
  const read = new Set<RoutedStack>();
  await forEach(stacks, problems, async (stack) => {
    const { messages, conflicts, unended } = stack.store.outbox();
    if (conflicts.length + unended.length === 0) read.add(stack);
    const handled = await routeOutbox(messages, find);
    runs.set(
      stack,
      handled.map((each) => warned(each, stack.store.owner)),
    );
  });
  await forEach(runs, problems, async ([{ store }, own]) => {
    const there = listArrived(own);
    const done = there.length === 0 ? '' : `delivered ${there.map(({ id }) => id).join(', ')}`;
    await runStep({ done, command: ['cstack', 'route'] }, () => store.remove(STACK_FILES.outbox, there));
  });
  // Delivered messages are removed by now, so the lines are those that a person finds.
  await forEach(stacks, problems, async ({ store }) => {
    const file = path.join(store.directory, STACK_FILES.outbox);
    const { conflicts, unended } = store.outbox();
    problems.push(...conflictProblems(file, conflicts), ...unended.map((each) => invalidHeaderProblem(file, each)));
  });
  const handled = [...runs.values()].flat();
  const recipients = new Set(handled.flatMap(({ recipient }) => recipient ?? []));
  return {
    routed: handled.map(({ routed }) => routed),
    isPartial: read.size < stacks.length,
    problems: [...problems, ...[...recipients].flatMap(({ store }) => store.problems)],
  };
}
