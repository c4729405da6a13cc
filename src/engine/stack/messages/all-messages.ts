import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import { agentKey } from '../agents/agents-file.ts';
import { conflictFindings, conflictProblems } from '../conflicts.ts';
import type { StackFinding } from '../findings.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import { type MessageFile, parseMessagesAs, type WrittenContent } from './format.ts';
import { type Identified, messageIdentity, type PlacedMessage, type TextPlace } from './message.ts';
import { invalidHeaderProblem } from './message-headers.ts';
import { messageText } from './message-text.ts';
import { isRead, readMarks } from './read-marks.ts';
import type { RoutedStack } from './route.ts';

/** A message and its location. */
export interface StackMessage extends Omit<PlacedMessage, 'fields' | 'hasId'> {
  /** Name of the stack. */
  readonly stack: string;
  readonly box: 'inbox' | 'outbox';
  /** Absolute. */
  readonly file: string;
  /** Always false in an OUTBOX, whose messages have not been delivered. */
  readonly unread: boolean;
}

/** Messages of several stacks. */
export interface StackMessages {
  /** Stack by stack, INBOX before OUTBOX, in file order. */
  readonly messages: StackMessage[];
  /** Descriptions of files that could not be read. */
  readonly problems: string[];
}

/** Messages in the INBOX and OUTBOX of one stack. */
export interface StackBoxes {
  readonly inbox: readonly StackMessage[];
  readonly outbox: readonly StackMessage[];
  readonly problems: readonly string[];
  /** Merge conflicts in both files, whose text belongs to no message. */
  readonly conflicts: readonly StackFinding[];
  /** Number of headers in the OUTBOX that are invalid. */
  readonly invalid: number;
}

/** Runs a read. On failure, records the problem and returns `otherwise`. */
export function readOrReport<T>(read: () => T, otherwise: T, problems: string[]): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    problems.push(describeError(error));
    return otherwise;
  }
}

type Location = Pick<StackMessage, 'stack' | 'box' | 'file' | 'unread'>;

/** A message of a box. Its content is decoded on demand, because there may be a hundred thousand messages, and few are shown. */
class BoxMessage implements StackMessage {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly thread: string | null;
  readonly replyTo: string | null;
  readonly type: string;
  readonly time: string | null;
  readonly place: TextPlace;
  readonly stack: string;
  readonly box: StackMessage['box'];
  readonly file: string;
  readonly unread: boolean;
  readonly #content: string;
  readonly #read: WrittenContent['read'];

  constructor(message: PlacedMessage, { written, read }: WrittenContent, { stack, box, file, unread }: Location) {
    this.id = message.id;
    this.from = message.from;
    this.to = message.to;
    this.thread = message.thread;
    this.replyTo = message.replyTo;
    this.type = message.type;
    this.time = message.time;
    this.place = message.place;
    this.stack = stack;
    this.box = box;
    this.file = file;
    this.unread = unread;
    this.#content = written;
    this.#read = read;
  }

  get content(): string {
    return this.#read(this.#content);
  }
}

const NOTHING: MessageFile<StackMessage> = { preamble: '', messages: [], torn: null, unended: [], conflicts: [] };

/** A function of its own, so that the bytes are not in memory any more while their text is parsed. */
const textOf = (store: StackStore, name: string) => messageText(store.bytes(name) ?? Buffer.alloc(0));

/** Reads the INBOX and OUTBOX of a stack. */
export function readBoxes({ name, store }: RoutedStack): StackBoxes {
  const problems: string[] = [];
  const marks = readOrReport(() => readMarks(store), new Set<string>(), problems);
  const at = (box: StackMessage['box']) => {
    const file = path.join(store.directory, STACK_FILES[box]);
    const make = (message: PlacedMessage, content: WrittenContent) =>
      new BoxMessage(message, content, { stack: name, box, file, unread: box === 'inbox' && !isRead(message, marks) });
    const owner = box === 'outbox' ? store.owner : undefined;
    const read = () => parseMessagesAs(textOf(store, STACK_FILES[box]), { owner }, make);
    const { messages, conflicts, unended } = readOrReport(read, NOTHING, problems);
    problems.push(...conflictProblems(file, conflicts), ...unended.map((each) => invalidHeaderProblem(file, each)));
    return { messages, conflicts: conflictFindings(file, conflicts), invalid: unended.length };
  };
  const [inbox, outbox] = [at('inbox'), at('outbox')];
  return {
    inbox: inbox.messages,
    outbox: outbox.messages,
    problems,
    conflicts: [...inbox.conflicts, ...outbox.conflicts],
    invalid: outbox.invalid,
  };
}

/** Returns a predicate for OUTBOX messages that are already in an INBOX, and so about to be removed from the OUTBOX. */
function deliveredOf(boxes: readonly StackBoxes[]): (message: Identified) => boolean {
  const sent = new Set(boxes.flatMap(({ outbox }) => outbox.map(({ id }) => id)));
  const received = boxes.flatMap(({ inbox }) => inbox.filter(({ id }) => sent.has(id)));
  const identities = new Set(received.map(messageIdentity));
  return (message) => identities.has(messageIdentity(message));
}

/** Returns the boxes without OUTBOX copies of delivered messages. A box without such copies is returned as the same object. */
export function withoutDelivered(boxes: readonly StackBoxes[]): StackBoxes[] {
  const isDelivered = deliveredOf(boxes);
  return boxes.map((each) =>
    each.outbox.some(isDelivered) ? { ...each, outbox: each.outbox.filter((message) => !isDelivered(message)) } : each,
  );
}

/** Returns all messages of some boxes, without OUTBOX copies of delivered messages. */
export function joinBoxes(boxes: readonly StackBoxes[]): StackMessage[] {
  return withoutDelivered(boxes).flatMap(({ inbox, outbox }) => inbox.concat(outbox));
}

/** Reads all messages of some stacks. */
export function allMessages(stacks: readonly RoutedStack[]): StackMessages {
  const boxes = stacks.map(readBoxes);
  return { messages: joinBoxes(boxes), problems: boxes.flatMap(({ problems }) => problems) };
}

/** Returns the recipient of a message. In an INBOX without a `To`, that is the owner of the INBOX. */
export function findRecipient({ to, box, stack }: StackMessage): string | null {
  return to ?? (box === 'inbox' ? stack : null);
}

/** Reports whether two names mean the same agent. */
export function isSameAgent(one: string, other: string): boolean {
  return agentKey(one) === agentKey(other);
}
