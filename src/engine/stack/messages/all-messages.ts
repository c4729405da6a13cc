import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import { agentKey } from '../agents/agents-file.ts';
import { conflictProblems } from '../conflicts.ts';
import { STACK_FILES } from '../store.ts';
import { type MessageFile, parseMessagesAs } from './format.ts';
import { type Identified, identityOf, type PlacedMessage } from './message.ts';
import { isRead, readMarks } from './read-marks.ts';
import type { RoutedStack } from './route.ts';
import { unendedProblem } from './unended-header.ts';

/** A message and where it stands. */
export interface StackMessage extends PlacedMessage {
  /** The name of the stack. */
  readonly stack: string;
  readonly box: 'inbox' | 'outbox';
  /** Absolute. */
  readonly file: string;
  /** Those of an OUTBOX are not: nobody has got them. */
  readonly unread: boolean;
}

/** Messages of several stacks. */
export interface StackMessages {
  /** Stack by stack, INBOX before OUTBOX, each in the order of its file. */
  readonly messages: StackMessage[];
  /** What could not be read, in words. */
  readonly problems: string[];
}

/** What one stack's INBOX and OUTBOX hold. */
export interface StackBoxes {
  readonly inbox: readonly StackMessage[];
  readonly outbox: readonly StackMessage[];
  readonly problems: readonly string[];
}

/** Does a reading; what cannot be read is a problem, and the rest is read all the same. */
export function readOr<T>(read: () => T, otherwise: T, problems: string[]): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    problems.push(describeError(error));
    return otherwise;
  }
}

/** One literal: a repository has very many, and objects that are put together from others cost several times as much. */
function placedIn(message: PlacedMessage, { stack, box, file, unread }: Omit<StackMessage, keyof PlacedMessage>): StackMessage {
  const { id, from, to, thread, replyTo, type, time, content, fields, hasId, place } = message;
  return { id, from, to, thread, replyTo, type, time, content, fields, hasId, place, stack, box, file, unread };
}

const NOTHING: Pick<MessageFile<StackMessage>, 'messages' | 'conflicts' | 'unended'> = { messages: [], conflicts: [], unended: [] };

/** Reads the INBOX and the OUTBOX of a stack. */
export function readBoxes({ name, store }: RoutedStack): StackBoxes {
  const problems: string[] = [];
  const marks = readOr(() => readMarks(store), new Set<string>(), problems);
  const at = (box: StackMessage['box']): readonly StackMessage[] => {
    const file = path.join(store.directory, STACK_FILES[box]);
    const make = (message: PlacedMessage) =>
      placedIn(message, { stack: name, box, file, unread: box === 'inbox' && !isRead(message, marks) });
    const read = () => parseMessagesAs(store.text(STACK_FILES[box]) ?? '', { owner: box === 'outbox' ? store.owner : undefined }, make);
    const { messages, conflicts, unended } = readOr(read, NOTHING, problems);
    problems.push(...conflictProblems(file, conflicts), ...unended.map((each) => unendedProblem(file, each)));
    return messages;
  };
  return { inbox: at('inbox'), outbox: at('outbox'), problems };
}

/** Those of an OUTBOX that are in an INBOX: they were delivered, and are about to be taken out. */
function deliveredOf(boxes: readonly StackBoxes[]): (message: Identified) => boolean {
  const sent = new Set(boxes.flatMap(({ outbox }) => outbox.map(({ id }) => id)));
  const received = boxes.flatMap(({ inbox }) => inbox.filter(({ id }) => sent.has(id)));
  const identities = new Set(received.map(identityOf));
  return (message) => identities.has(identityOf(message));
}

/** The boxes without the copies of delivered messages in an OUTBOX; what holds none is the very list that was given. */
export function presentBoxes(boxes: readonly StackBoxes[]): StackBoxes[] {
  const isDelivered = deliveredOf(boxes);
  return boxes.map((each) =>
    each.outbox.some(isDelivered) ? { ...each, outbox: each.outbox.filter((message) => !isDelivered(message)) } : each,
  );
}

/** All messages of some boxes; the copy of a delivered one in an OUTBOX is left out. */
export function joinBoxes(boxes: readonly StackBoxes[]): StackMessage[] {
  return presentBoxes(boxes).flatMap(({ inbox, outbox }) => inbox.concat(outbox));
}

/** Reads all messages of some stacks. */
export function allMessages(stacks: readonly RoutedStack[]): StackMessages {
  const boxes = stacks.map(readBoxes);
  return { messages: joinBoxes(boxes), problems: boxes.flatMap(({ problems }) => problems) };
}

/** Whom a message is for: one in an INBOX that does not say so is for whose INBOX it is. */
export function recipientOf({ to, box, stack }: StackMessage): string | null {
  return to ?? (box === 'inbox' ? stack : null);
}

/** Whether two names mean one agent. */
export function isSameAgent(one: string, other: string): boolean {
  return agentKey(one) === agentKey(other);
}
