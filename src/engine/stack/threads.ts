import { recipientOf, type StackMessage } from './all-messages.ts';
import { messageTime } from './message-time.ts';

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

const TITLE_CHARACTERS = 80;

/** Names that were said to belong together: of threads, and of messages. */
class Together {
  readonly #above = new Map<string, string>();

  /** The name that stands for all that belong to this one. */
  find(name: string): string {
    let at = name;
    for (let above = this.#above.get(at); above !== undefined; above = this.#above.get(at)) {
      const next = this.#above.get(above);
      if (next !== undefined) this.#above.set(at, next);
      at = above;
    }
    return at;
  }

  join(one: string, other: string): void {
    const [from, to] = [this.find(one), this.find(other)];
    if (from !== to) this.#above.set(from, to);
  }
}

/** The beginning of a text in one line. */
export function titleOf(content: string): string {
  const first = /\S[^\n]*/.exec(content)?.[0] ?? '';
  // Twice as many units hold them all.
  const characters = [...first.slice(0, 2 * TITLE_CHARACTERS + 2).trim()];
  return characters.length <= TITLE_CHARACTERS ? characters.join('') : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

/** By when each message is placed: its own time, else that of the one before it in its file. */
function placedTimes(messages: readonly StackMessage[]): Map<StackMessage, number> {
  const latest = new Map<string, number>();
  return new Map(
    messages.map((message) => {
      const time = messageTime(message) ?? latest.get(message.file) ?? Number.NEGATIVE_INFINITY;
      latest.set(message.file, time);
      return [message, time];
    }),
  );
}

function threadOf(messages: readonly StackMessage[]): MessageThread {
  const names = messages.flatMap((message) => [message.from, recipientOf(message) ?? message.from]);
  const [first] = messages;
  return {
    id: messages.find(({ thread }) => thread !== null)?.thread ?? first?.id ?? '',
    title: titleOf(first?.content ?? ''),
    messages,
    participants: [...new Set(names)],
    unread: messages.filter(({ unread }) => unread).length,
    last: messages.reduce<number | null>((last, message) => later(last, messageTime(message)), null),
  };
}

function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/** Divides messages into threads, those with the latest messages first (seed 4, "Thread Support"). */
export function threadsOf(messages: readonly StackMessage[]): MessageThread[] {
  const together = new Together();
  for (const { id, thread, replyTo } of messages) for (const name of [thread, replyTo]) if (name !== null) together.join(id, name);
  const times = placedTimes(messages);
  const lists = new Map<string, StackMessage[]>();
  for (const message of messages) {
    const name = together.find(message.id);
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [message]);
    else list.push(message);
  }
  const byTime = (one: StackMessage, other: StackMessage) => {
    const [time, next] = [times.get(one) ?? 0, times.get(other) ?? 0];
    // Equal times, also those of messages without one, must compare as equal: what is infinite has no difference.
    return time === next ? 0 : time - next;
  };
  const threads = [...lists.values()].map((list) => threadOf(list.sort(byTime)));
  const last = (thread: MessageThread) => thread.last ?? Number.MIN_SAFE_INTEGER;
  return threads.sort((one, other) => last(other) - last(one));
}

/** The thread with a `Thread` of this name, or with a message of this id. */
export function findThread(threads: readonly MessageThread[], named: string): MessageThread | undefined {
  return (
    threads.find(({ messages }) => messages.some(({ thread }) => thread === named)) ??
    threads.find(({ messages }) => messages.some(({ id }) => id === named))
  );
}
