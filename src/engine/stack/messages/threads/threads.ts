import { findRecipient, type StackMessage } from '../all-messages.ts';
import { hasDayOnly, messageTime } from '../message-time.ts';
import { groupParts, type MessageList, type PartMessage, splitIntoParts, type ThreadPart } from './thread-parts.ts';

/** Messages that name the same `Thread` or answer each other. */
export interface MessageThread {
  /** The first `Thread` named in it, else the id of its first message. */
  readonly id: string;
  /** The first line of its first message, at most 80 characters. */
  readonly title: string;
  /** Sorted by time, then in file order. A message without a time follows the message before it in its file. */
  readonly messages: readonly StackMessage[];
  /** Senders and recipients, in the order of their first messages. */
  readonly participants: readonly string[];
  readonly unread: number;
  /** Latest time in the thread, in milliseconds since 1970 UTC; `null` when no message has a time. */
  readonly last: number | null;
}

/** Returns the date of the latest message in a thread if it has no time of day, since its age is then unknown. */
export function lastDayOf({ messages, last }: Pick<MessageThread, 'messages' | 'last'>): string | null {
  const latest = messages.findLast((message) => messageTime(message) === last);
  return latest !== undefined && hasDayOnly(latest) ? latest.time : null;
}

const TITLE_CHARACTERS = 80;
const SURROGATE = /[\ud800-\udfff]/;

/** Returns the first line of a text, cut to 80 characters. */
export function shortTitle(content: string): string {
  const first = /\S[^\n]*/.exec(content)?.[0] ?? '';
  // A character takes at most two code units.
  const start = first.slice(0, 2 * TITLE_CHARACTERS + 2).trim();
  if (start.length <= TITLE_CHARACTERS) return start;
  // The usual case, which makes no array of characters.
  if (!SURROGATE.test(start)) return `${start.slice(0, TITLE_CHARACTERS - 1)}…`;
  const characters = [...start];
  return characters.length <= TITLE_CHARACTERS ? characters.join('') : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

/** Sorts the messages of a thread by time, then in the order of their lists. */
function placed(messages: readonly PartMessage[], orders: ReadonlyMap<MessageList, number>): PartMessage[] {
  const order = ({ list }: PartMessage) => orders.get(list) ?? 0;
  // Equal times must compare as equal. Messages without a time have -Infinity, and subtracting infinities gives NaN.
  return [...messages].sort((one, other) =>
    one.time === other.time ? order(one) - order(other) || one.position - other.position : one.time - other.time,
  );
}

function threadOf(list: readonly PartMessage[]): MessageThread {
  const messages = list.map(({ message }) => message);
  const [first] = messages;
  const names = new Set<string>();
  for (const message of messages) names.add(message.from).add(findRecipient(message) ?? message.from);
  return {
    id: messages.find(({ thread }) => thread !== null)?.thread ?? first?.id ?? '',
    title: shortTitle(first?.content ?? ''),
    messages,
    participants: [...names],
    unread: messages.filter(({ unread }) => unread).length,
    last: list.reduce<number | null>((last, { own }) => later(last, own), null),
  };
}

function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/** A cached thread, and the parts from which it was built. */
interface CachedThread {
  readonly parts: readonly ThreadPart[];
  readonly thread: MessageThread;
}

/** Divides changing messages into threads. Results for unchanged lists are reused. */
export class CachedThreads {
  #parts = new Map<MessageList, readonly ThreadPart[]>();
  #kept = new Map<ThreadPart, CachedThread>();

  /** Divides messages into threads, latest first (seed 4, "Thread Support"). @param lists one list for each file */
  of(lists: readonly MessageList[]): MessageThread[] {
    this.#parts = new Map(lists.map((list) => [list, this.#parts.get(list) ?? splitIntoParts(list)]));
    const orders = ordersOf(lists);
    const kept = groupParts([...this.#parts.values()].flat()).map(
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

  /** Returns the cached thread of exactly these parts. */
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
    // A slice, because an array that was pushed to leaves larger copies behind.
    const list = messages.slice(from, n + 1);
    files.set(file, files.get(file)?.concat(list) ?? list);
    from = n + 1;
  }
  return [...files.values()];
}

/** Divides messages into threads like `CachedThreads`. */
export function groupIntoThreads(messages: MessageList): MessageThread[] {
  return new CachedThreads().of(listsOf(messages));
}

/** Returns the thread with a `Thread` of this name, else the one with a message of this id. */
export function findThread(threads: readonly MessageThread[], named: string): MessageThread | undefined {
  return (
    threads.find(({ messages }) => messages.some(({ thread }) => thread === named)) ??
    threads.find(({ messages }) => messages.some(({ id }) => id === named))
  );
}
