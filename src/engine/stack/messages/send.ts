import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import { requireEndOfConflicts } from '../conflicts.ts';
import { makeStackFolder } from '../files/stack-folder.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import { addedMessages } from './add-messages.ts';
import { parseMessages } from './format.ts';
import type { Delivery } from './mailbox.ts';
import { identityOf, type Message } from './message.ts';
import { messageDraft, type Said } from './message-draft.ts';
import { messageId } from './message-id.ts';
import { markRead } from './read-marks.ts';
import type { RoutedStack } from './route.ts';

/** A message that is to be sent, to a recipient as a person names them. */
export type Wanted = Omit<Said, 'to' | 'time'> & { readonly to: string };

/** What became of a message that was sent, and who has it. */
export interface Sent extends Delivery {
  readonly to: RoutedStack;
  /** What the person should know although the message is there. */
  readonly warnings: readonly string[];
}

/** The stack of who is sending: theirs by their name, else the one that one works in. */
function senderStack(stacks: Stacks, from: string): StackStore {
  const sender = stacks.recipient(from);
  return sender instanceof CortexError ? stacks.own().store : sender.store;
}

/** The thread of a message, looked for in some stacks. */
function threadOf(replyTo: string, stores: readonly StackStore[]): string | null {
  for (const store of stores) {
    const answered = store.mailbox.read().messages.find(({ id }) => id === replyTo);
    if (answered !== undefined) return answered.thread;
  }
  return null;
}

/** The thread that a message belongs to: the one that is said, else that of the message that it answers. */
function threadFor({ thread, replyTo }: Wanted, stores: readonly StackStore[]): string | undefined {
  if (thread !== undefined || replyTo === undefined) return thread;
  return threadOf(replyTo, stores) ?? undefined;
}

/** A message that is delivered must not seem to have failed. */
async function markAnswered(store: StackStore, replyTo: string | undefined): Promise<string[]> {
  if (replyTo === undefined) return [];
  try {
    await markRead(store, [replyTo]);
    return [];
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return [`The message is delivered; the one that it answers was not marked as read: ${describeError(error)}`];
  }
}

/**
 * Puts a message into the INBOX of its recipient (seed 4, "Send Message"). A reply belongs to the thread of the message that it answers, which
 * counts as read in the sender's INBOX then.
 * @throws CortexError `not-found` for an unknown recipient, `invalid-input`, and as `Mailbox.deliver`
 */
export async function sendMessage(stacks: Stacks, wanted: Wanted): Promise<Sent> {
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
 * Puts a message into the own OUTBOX instead, from where a router brings it. Its recipient need not be known here.
 * @returns it with its id; the same message that waits there already is not written again @throws CortexError `invalid-input`, and as `TextEdits.append`
 */
export async function outboxDraft(stacks: Stacks, own: RoutedStack, wanted: Wanted): Promise<Message> {
  const known = stacks.recipient(wanted.to);
  const to = known instanceof CortexError ? wanted.to : known.name;
  const draft = messageDraft(stacks.runtime, { ...wanted, to, thread: threadFor(wanted, [own.store]) });
  let message: Message = { ...draft, id: messageId(draft) };
  await makeStackFolder(stacks.runtime, own.store.directory);
  await own.store.edits.append(STACK_FILES.outbox, (file) => {
    const present = file.read(0, file.size).toString();
    const { messages: waiting, conflicts } = parseMessages(present, { owner: own.name });
    requireEndOfConflicts(conflicts, present, path.join(own.store.directory, STACK_FILES.outbox));
    const isWaiting = waiting.some((each) => identityOf(each) === identityOf(message));
    if (!isWaiting && waiting.some(({ id }) => id === message.id)) message = { ...draft, id: messageId(draft, true) };
    return isWaiting ? null : { text: addedMessages(file, [message]).join('') };
  });
  await markAnswered(own.store, draft.replyTo ?? undefined);
  return message;
}
