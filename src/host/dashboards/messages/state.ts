import { MESSAGE_TYPES, type StackMessage } from '../../../engine/stack/index.ts';
import { clipText, toPage } from '../../model/pages.ts';
import type { ProblemRow, Range } from '../protocol.ts';
import { Arrivals } from './arrivals.ts';
import { type FilteredThreads, filterThreads } from './filter.ts';
import { type IndexedThread, type MessageFolder, MessageIndex } from './message-index.ts';
import type { MessageRequest, MessagesFilter, MessagesSnapshot, MessagesView, OpenThread, Sending } from './protocol.ts';
import { MAX } from './protocol.ts';
import { firstLine, messageRow, type RowContext, threadRow } from './rows.ts';

/** Maximum number of entries in a menu. */
const MAX_CHOICES = 1_000;
/** Number of messages to show before and after the start. */
const AROUND = 30;

/** Inputs of the snapshot besides the messages. */
export interface MessagesInputs {
  readonly sending: Sending | null;
  readonly requested: RequestedMessage | null;
  readonly problems: readonly ProblemRow[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly readOnly: string | null;
}

interface Filtered {
  readonly key: string;
  readonly overdue: ReadonlyMap<StackMessage, number>;
  readonly found: FilteredThreads;
}

/** Builds the snapshot of the Messages dashboard. It contains only the rows that are in view. Results are cached until messages change. */
export class MessagesViewModel {
  #book = new MessageIndex([]);
  #isFirst = true;
  readonly #arrivals = new Arrivals();
  #filtered: Filtered | null = null;
  #arrived = { count: 0, from: '' };
  /** Texts of messages that the user sent and that have not arrived yet. They do not count as new. */
  readonly #own = new Set<string>();

  get book(): MessageIndex {
    return this.#book;
  }

  /** Replaces the folders. Does nothing if they are unchanged. */
  point(folders: readonly MessageFolder[]): void {
    const before = this.#book;
    const isSame = folders.length === before.folders.length && folders.every((folder, n) => sameFolder(folder, before.folders[n]));
    if (isSame && !this.#isFirst) return;
    this.#book = new MessageIndex(folders);
    this.#filtered = null;
    this.#isFirst = false;
    this.#countArrived(folders);
  }

  /** Announces a message that the user sends, so that it does not count as new. @param content its text */
  expect(content: string): void {
    this.#own.add(content);
  }

  /** Reverts `expect` after sending failed. */
  forget(content: string): void {
    this.#own.delete(content);
  }

  #countArrived(folders: readonly MessageFolder[]): void {
    for (const { from, content } of this.#arrivals.next(folders)) {
      if (this.#own.delete(content)) continue;
      this.#arrived = { count: this.#arrived.count + 1, from: clipText(from) };
    }
  }

  #filter({ filter }: MessagesView, now: number): Filtered {
    const overdue = this.#book.overdue(now);
    const key = JSON.stringify(filter);
    if (this.#filtered?.key !== key || this.#filtered.overdue !== overdue) {
      this.#filtered = { key, overdue, found: filterThreads(this.#book, filter, now) };
    }
    return this.#filtered;
  }

  take(view: MessagesView, { sending, requested, problems, now, readOnly }: MessagesInputs): MessagesSnapshot {
    const messages = this.#book;
    const { found, overdue } = this.#filter(view, now);
    const context = { book: messages, overdue };
    const answered = view.answering === null ? undefined : messages.message(view.answering)?.message;
    const open = view.thread === null ? undefined : messages.thread(view.thread);
    return {
      messages: messages.size,
      unread: messages.threads.reduce((sum, { thread }) => sum + thread.unread, 0),
      overdue: overdue.size,
      stacks: choices(messages, ({ stacks }) => stacks),
      threads: toPage(found.threads, view.threads, (thread) => threadRow(thread, context)),
      thread: open === undefined ? null : openThread(open, view, found, context),
      recipients: choices(messages, ({ recipients }) => recipients),
      types: MESSAGE_TYPES,
      answering: answered === undefined ? null : { from: clipText(answered.from), text: firstLine(answered.content) },
      arrived: this.#arrived,
      request: requested === null ? null : requestIn(messages, requested),
      most: MAX,
      sending,
      problems,
      now,
      readOnly,
    };
  }
}

function sameFolder(one: MessageFolder, other: MessageFolder | undefined): boolean {
  if (other === undefined || one.name !== other.name || one.threads !== other.threads) return false;
  return one.stacks.join('\n') === other.stacks.join('\n') && one.recipients.join('\n') === other.recipients.join('\n');
}

function choices(messages: MessageIndex, of: (folder: MessageFolder) => readonly string[]): string[] {
  return messages.folders.flatMap((folder) => of(folder).map((name) => messages.nameIn(folder, name))).slice(0, MAX_CHOICES);
}

function openThread(entry: IndexedThread, view: MessagesView, { matching }: FilteredThreads, context: RowContext): OpenThread {
  const { id, thread } = entry;
  const { messages, title, unread } = thread;
  const rows = { ...context, entry, matching, answered: answeredIn(entry), unfolded: new Set(view.unfolded) };
  const firstUnread = messages.findIndex((message) => message.unread);
  const sought = view.start === null ? undefined : context.book.message(view.start)?.message;
  const requested = sought === undefined ? -1 : messages.indexOf(sought);
  const start = requested >= 0 ? requested : firstUnread < 0 ? messages.length - 1 : firstUnread;
  return {
    id,
    title: clipText(title),
    name: clippedOrNull(messages.find((message) => message.thread !== null)?.thread ?? null),
    unread,
    messages: toPage(messages, view.messages ?? around(start), (message) => messageRow(message, rows)),
    start,
    wanted: view.start,
  };
}

const answeredBy = new WeakMap<IndexedThread, ReadonlyMap<string, StackMessage>>();

/** Returns the first message of each id in a thread. */
function answeredIn(entry: IndexedThread): ReadonlyMap<string, StackMessage> {
  const known = answeredBy.get(entry) ?? new Map(entry.thread.messages.toReversed().map((message) => [message.id, message]));
  answeredBy.set(entry, known);
  return known;
}

const clippedOrNull = (text: string | null): string | null => (text === null ? null : clipText(text));

const around = (index: number): Range => ({ from: Math.max(0, index - AROUND), count: 2 * AROUND });

/** A stack or message that a command asked to reveal. */
export interface RequestedMessage {
  /** Unique for each request. */
  readonly id: string;
  /** Root of the repository, absolute. */
  readonly root: string;
  /** Name of the stack. */
  readonly stack: string;
  /** `null`: all messages of the stack. */
  readonly message: StackMessage | null;
}

const NO_FILTER: MessagesFilter = { words: '', only: 'all', stack: null };

/** Returns the request with the index of its thread among all threads, or `null` if it no longer exists. */
export function requestIn(messages: MessageIndex, { id, root, stack, message }: RequestedMessage): MessageRequest | null {
  if (message === null) {
    const folder = messages.folders.find((each) => each.root === root);
    return folder === undefined ? null : { id, filter: { ...NO_FILTER, stack: messages.nameIn(folder, stack) }, place: null };
  }
  const index = messages.threads.findIndex(({ thread }) => thread.messages.includes(message));
  const thread = messages.threads[index];
  if (thread === undefined) return null;
  return { id, filter: NO_FILTER, place: { thread: thread.id, index, message: messages.idOf(thread.folder, message) } };
}
