import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import { requireEndOfConflicts } from '../conflicts.ts';
import { makeStackFolder } from '../files/stack-folder.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import { addedMessages } from './add-messages.ts';
import { parseMessages } from './format.ts';
import type { Delivery } from './mailbox.ts';
import { type Message, messageIdentity } from './message.ts';
import { type MessageFields, messageDraft } from './message-draft.ts';
import { messageId } from './message-id.ts';
import { markRead } from './read-marks.ts';
import type { RoutedStack } from './route.ts';

/** A message to send, to a recipient as a person names it. */
export type MessageRequest = Omit<MessageFields, 'to' | 'time'> & { readonly to: string };

/** Result of sending a message, with its recipient. */
export interface SentMessage extends Delivery {
  readonly to: RoutedStack;
  /** Warnings about a message that was delivered. */
  readonly warnings: readonly string[];
}

/** Returns the sender's stack by name, else the stack of the current folder. */
function senderStack(stacks: Stacks, from: string): StackStore {
  const sender = stacks.recipient(from);
  return sender instanceof CortexError ? stacks.own().store : sender.store;
}

/** Returns the thread of a message, searched for in some stacks. */
function threadOf(replyTo: string, stores: readonly StackStore[]): string | null {
  for (const store of stores) {
    const answered = store.mailbox.read().messages.find(({ id }) => id === replyTo);
    if (answered !== undefined) return answered.thread;
  }
  return null;
}

/** Returns the given thread, else that of the answered message. */
function threadFor({ thread, replyTo }: MessageRequest, stores: readonly StackStore[]): string | undefined {
  if (thread !== undefined || replyTo === undefined) return thread;
  return threadOf(replyTo, stores) ?? undefined;
}

/** A delivered message must not be reported as failed, so a failed mark is only a warning. */
async function markAnswered(store: StackStore, replyTo: string | undefined): Promise<string[]> {
  if (replyTo === undefined) return [];
  try {
    await markRead(store, [replyTo]);
    return [];
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return [`The message was delivered, but the message that it answers was not marked as read: ${describeError(error)}`];
  }
}

/**
 * Delivers a message to the INBOX of its recipient (seed 4, "Send Message"). A reply joins the thread of the answered message, which is
 * then marked as read in the sender's INBOX.
 */
export async function sendMessage(stacks: Stacks, wanted: MessageRequest): Promise<SentMessage> {
  const to = stacks.recipient(wanted.to);
  if (to instanceof CortexError) throw to;
  const sender = senderStack(stacks, wanted.from);
  const thread = threadFor(wanted, [sender, to.store]);
  const draft = messageDraft(stacks.runtime, { ...wanted, to: to.name, thread });
  const [delivery] = await to.store.mailbox.deliver([draft]);
  if (delivery === undefined)
    throw new CortexError('io', 'the message was not delivered', { file: to.store.directory, next: 'Send it again.' });
  return { ...delivery, to, warnings: await markAnswered(sender, draft.replyTo ?? undefined) };
}

/**
 * Appends a message to the own OUTBOX, for a router to deliver. The recipient may be unknown here.
 * @returns the message with its id; a message that already waits there is not written again @throws CortexError `invalid-input`, and as
 * `TextEdits.append`
 */
export async function outboxDraft(stacks: Stacks, own: RoutedStack, wanted: MessageRequest): Promise<Message> {
  const known = stacks.recipient(wanted.to);
  const to = known instanceof CortexError ? wanted.to : known.name;
  const draft = messageDraft(stacks.runtime, { ...wanted, to, thread: threadFor(wanted, [own.store]) });
  let message: Message = { ...draft, id: messageId(draft) };
  await makeStackFolder(stacks.runtime, own.store.directory);
  await own.store.edits.append(STACK_FILES.outbox, (file) => {
    const present = file.read(0, file.size).toString();
    const { messages: waiting, conflicts } = parseMessages(present, { owner: own.name });
    requireEndOfConflicts(conflicts, present, path.join(own.store.directory, STACK_FILES.outbox));
    const isWaiting = waiting.some((each) => messageIdentity(each) === messageIdentity(message));
    if (!isWaiting && waiting.some(({ id }) => id === message.id)) message = { ...draft, id: messageId(draft, true) };
    return isWaiting ? null : { text: addedMessages(file, [message]).join('') };
  });
  await markAnswered(own.store, draft.replyTo ?? undefined);
  return message;
}
