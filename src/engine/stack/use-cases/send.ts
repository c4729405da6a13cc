import path from 'node:path';
import { checkAgent, looksLikePerson } from '../../crtx/people.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import { findAgent } from '../agents/agents-file.ts';
import { findAnsweredMessage } from '../messages/answered-message.ts';
import type { Message } from '../messages/message.ts';
import { isKnownType, KNOWN_TYPES, meantType } from '../messages/message-types.ts';
import type { RoutedStack } from '../messages/route.ts';
import { type MessageRequest, outboxDraft, sendMessage } from '../messages/send.ts';
import { findSender } from '../messages/sender.ts';
import type { AgentsSendInput } from '../schemas/agents.ts';
import type { SendInput, SendOutput } from '../schemas/messages.ts';
import { MANAGER, type Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { requireOwnStack, stackOperation, stacksAround } from './in-stacks.ts';

/** Returns the text of a message: the argument, else standard input. @throws CortexError `invalid-input` when it is empty or blank */
async function contentOf({ interactive, readInput }: OperationContext, { text, to, type }: SendInput): Promise<string> {
  const isPiped = text === undefined ? !interactive : text === '-';
  const content = isPiped ? await readInput?.() : text;
  // An empty argument is probably an unset variable, or a command that printed nothing.
  if (content !== undefined && content.trim() !== '') return content;
  const next = `Add the text at the end, in quotes, or pipe it: echo "text" | cstack send --to ${shellWord(to)} --type ${shellWord(type)}`;
  throw new CortexError('invalid-input', 'the message is empty', { next });
}

/** A sender that AGENTS.md does not define is more often a typo than a program. */
function strangerWarning(stacks: Stacks, from: string): string[] {
  if (stacks.agentsText === null || from === MANAGER || findAgent(stacks.agents, from) !== undefined) return [];
  return [`AGENTS.md does not define ${JSON.stringify(from)}, so agents cannot answer this sender`];
}

/** Other types are allowed, but agents that wait for a question do not see a "quesiton". */
function typeWarning(type: string): string[] {
  if (isKnownType(type)) return [];
  const meant = meantType(type);
  const known = meant === null ? `known types: ${[...KNOWN_TYPES].join(', ')}` : `did you mean ${meant}?`;
  return [`unknown message type ${JSON.stringify(type)}; ${known}${meant === null ? '.' : ''} It is sent unchanged`];
}

function toSendOutput(message: Message, to: string) {
  const { id, from, type, thread, replyTo } = message;
  return { id, from, to, type, thread, replyTo };
}

/** Writes a message to the own OUTBOX, for a router to deliver. */
async function writeToOutbox(stacks: Stacks, wanted: MessageRequest): Promise<Outcome<SendOutput>> {
  const own = requireOwnStack(stacks);
  const message = await outboxDraft(stacks, own, wanted);
  const file = path.join(own.store.directory, STACK_FILES.outbox);
  const recipient = stacks.writtenRecipient(wanted.to);
  const warnings = recipient instanceof CortexError ? [`it cannot be delivered now: ${describeError(recipient)}`] : [];
  return { ok: true, output: { ...toSendOutput(message, message.to ?? wanted.to), box: 'outbox', file, isNew: true }, warnings };
}

/** Returns the thread of the answered message. @throws CortexError `not-found` when there never was such a message */
function threadAnswered(stacks: Stacks, { from, to, replyTo }: Pick<SendInput, 'to' | 'replyTo'> & { from: string }): string | undefined {
  if (replyTo === undefined) return undefined;
  const likely = [from, to].flatMap((name) => stackOr(stacks.recipient(name)));
  return findAnsweredMessage(replyTo.trim(), [stacks.own(), ...likely], stacksAround(stacks).stacks).thread ?? undefined;
}

const stackOr = (stack: RoutedStack | CortexError): RoutedStack[] => (stack instanceof CortexError ? [] : [stack]);

async function send(stacks: Stacks, input: SendInput, context: OperationContext): Promise<Outcome<SendOutput>> {
  const from = findSender(stacks, { from: input.from, environment: context.environment });
  // Any other name may be that of an agent without a definition.
  if (looksLikePerson(from)) checkAgent(context, from);
  const { to, type, replyTo } = input;
  const content = await contentOf(context, input);
  const thread = input.thread ?? threadAnswered(stacks, { from, to, replyTo });
  const wanted = { from, to, type, thread, replyTo, content };
  const strange = [...strangerWarning(stacks, from), ...typeWarning(type)];
  if (input.outbox) {
    const left = await writeToOutbox(stacks, wanted);
    return { ...left, warnings: [...strange, ...(left.warnings ?? [])] };
  }
  const sent = await sendMessage(stacks, wanted);
  const file = path.join(sent.to.store.directory, STACK_FILES.inbox);
  const output: SendOutput = { ...toSendOutput(sent.message, sent.to.name), box: 'inbox', file, isNew: sent.isNew };
  return { ok: true, output, warnings: [...strange, ...sent.warnings] };
}

/** Sends a message (seed 4, "Send Message"). */
export const sendOne = stackOperation(send);

/** Sends a message to an agent, in the short form (seed 4, "CLI Commands for Agents"). */
export const sendToAgent = stackOperation((stacks, { name, ...input }: AgentsSendInput, context) =>
  send(stacks, { ...input, to: name }, context),
);
