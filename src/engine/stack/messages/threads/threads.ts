import { recipientOf, type StackMessage } from '../all-messages.ts';
import { groupsOf, type MessageList, messagesOfThreads, type PartMessage, partsOf, type ThreadPart } from './thread-parts.ts';

/** Messages that belong together: they name one `Thread`, or answer each other. */
export interface MessageThread {
  /** The first `Thread` that is named in it, else the id of its first message. */
  readonly id: string;
  /** The first line of its first message, at most 80 characters. */
  readonly title: string;
  /** By time, those of one time in the order of their files; what says no time stands behind what was before it in its file. */
  readonly messages: readonly StackMessage[];
  /** Senders and recipients, in the order of their first message. */
  readonly participants: readonly string[];
  readonly unread: number;
  /** The latest time in it, milliseconds since 1970 UTC; `null` where there is none. */
  readonly last: number | null;
}

/** A thread without what is only shown of it: lists of very many are divided in a fraction of the time. */
export type ThreadMessages = Pick<MessageThread, 'messages'>;

const TITLE_CHARACTERS = 80;

/** The beginning of a text in one line. */
export function titleOf(content: string): string {
  const first = /\S[^\n]*/.exec(content)?.[0] ?? '';
  // Twice as many units hold them all.
  const characters = [...first.slice(0, 2 * TITLE_CHARACTERS + 2).trim()];
  return characters.length <= TITLE_CHARACTERS ? characters.join('') : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

/** The messages of a thread in their order: by time, those of one time in the order of their lists. */
function placed(messages: readonly PartMessage[], orders: ReadonlyMap<MessageList, number>): PartMessage[] {
  const order = ({ list }: PartMessage) => orders.get(list) ?? 0;
  // Equal times, also those of messages without one, must compare as equal: what is infinite has no difference.
  return [...messages].sort((one, other) =>
    one.time === other.time ? order(one) - order(other) || one.position - other.position : one.time - other.time,
  );
}

function threadOf(list: readonly PartMessage[]): MessageThread {
  const messages = list.map(({ message }) => message);
  const [first] = messages;
  const names = new Set<string>();
  for (const message of messages) names.add(message.from).add(recipientOf(message) ?? message.from);
  return {
    id: messages.find(({ thread }) => thread !== null)?.thread ?? first?.id ?? '',
    title: titleOf(first?.content ?? ''),
    messages,
    participants: [...names],
    unread: messages.filter(({ unread }) => unread).length,
    last: list.reduce<number | null>((last, { own }) => later(last, own), null),
  };
}

function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/** Threads as they were made, and of what. */
interface CachedThread {
  readonly parts: readonly ThreadPart[];
  readonly thread: MessageThread;
}

/** The threads of messages that change: of lists that are the same as the last time nothing is worked out again. */
export class CachedThreads {
  #parts = new Map<MessageList, readonly ThreadPart[]>();
  #kept = new Map<ThreadPart, CachedThread>();

  /** Divides messages into threads, those with the latest messages first (seed 4, "Thread Support"). @param lists each of one file */
  of(lists: readonly MessageList[]): MessageThread[] {
    this.#parts = new Map(lists.map((list) => [list, this.#parts.get(list) ?? partsOf(list)]));
    const orders = ordersOf(lists);
    const kept = groupsOf([...this.#parts.values()].flat()).map(
      (parts) =>
        this.#known(parts) ?? {
          parts,
          thread: threadOf(
            placed(
              parts.flatMap(({ messages }) => messages),
              orders,
            ),
          ),
        },
    );
    this.#kept = new Map(kept.flatMap((each) => each.parts.slice(0, 1).map((first) => [first, each])));
    const last = (thread: MessageThread) => thread.last ?? Number.MIN_SAFE_INTEGER;
    return kept.map(({ thread }) => thread).sort((one, other) => last(other) - last(one));
  }

  /** The thread that these parts were before. */
  #known(parts: readonly ThreadPart[]): CachedThread | undefined {
    const [first] = parts;
    const known = first === undefined ? undefined : this.#kept.get(first);
    const isSame = known?.parts.length === parts.length && known.parts.every((part, n) => part === parts[n]);
    return isSame ? known : undefined;
  }
}

function ordersOf(lists: readonly MessageList[]): ReadonlyMap<MessageList, number> {
  return new Map(lists.map((list, order) => [list, order]));
}

function listsOf(messages: MessageList): MessageList[] {
  const files = new Map<string, MessageList>();
  let from = 0;
  for (const [n, { file }] of messages.entries()) {
    if (messages[n + 1]?.file === file) continue;
    // A list that was pushed to would have left several others behind.
    const list = messages.slice(from, n + 1);
    files.set(file, files.get(file)?.concat(list) ?? list);
    from = n + 1;
  }
  return [...files.values()];
}

/** Divides messages into threads, as `CachedThreads` does. */
export function threadsOf(messages: MessageList): MessageThread[] {
  return new CachedThreads().of(listsOf(messages));
}

/** The messages of each thread that has a wanted one, in their order; the threads in none. */
export function messagesByThread(messages: MessageList, isWanted: (message: StackMessage) => boolean): ThreadMessages[] {
  const lists = listsOf(messages);
  const orders = ordersOf(lists);
  return Array.from(messagesOfThreads(lists, isWanted), (each) => ({ messages: placed(each, orders).map(({ message }) => message) }));
}

/** The thread with a `Thread` of this name, or with a message of this id. */
export function findThread(threads: readonly MessageThread[], named: string): MessageThread | undefined {
  return (
    threads.find(({ messages }) => messages.some(({ thread }) => thread === named)) ??
    threads.find(({ messages }) => messages.some(({ id }) => id === named))
  );
}
