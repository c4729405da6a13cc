import type { StackMessage } from './all-messages.ts';
import { messageTime } from './message-time.ts';

/** Messages of one file, in its order. */
export type MessageList = readonly StackMessage[];

/** A message of a part of a thread. Times are milliseconds since 1970 UTC. */
export interface PartMessage {
  readonly message: StackMessage;
  readonly list: MessageList;
  /** In the list. */
  readonly position: number;
  /** What it says itself; `null` where that is no time. */
  readonly own: number | null;
  /** By when it is placed: its own time, else that of the one before it in its list. */
  readonly time: number;
}

/** What of a thread one list holds, as far as that list says what belongs together. */
export interface ThreadPart {
  /** Of its messages, of those that they answer, and of threads. */
  readonly names: readonly string[];
  readonly messages: readonly PartMessage[];
}

/** Numbers that were said to belong together. */
class Together {
  readonly #above: number[] = [];

  /** @returns the next number, which belongs to no other yet */
  add(): number {
    return this.#above.push(this.#above.length) - 1;
  }

  /** The number that stands for all that belong to this one. */
  find(number: number): number {
    let at = number;
    for (let above = this.#above[at] ?? at; above !== at; above = this.#above[at] ?? at) {
      this.#above[at] = this.#above[above] ?? above;
      at = above;
    }
    return at;
  }

  join(one: number, other: number): void {
    this.#above[this.find(one)] = this.find(other);
  }
}

interface Division {
  /** By the number of a thread, in the order of their first messages. */
  readonly messages: ReadonlyMap<number, readonly PartMessage[]>;
  /** Of each thread's number, what its messages name. */
  readonly names: () => Iterable<readonly [name: string, number: number]>;
}

function divide(lists: readonly MessageList[]): Division {
  const together = new Together();
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? together.add();
    numbers.set(name, number);
    return number;
  };
  for (const { id, thread, replyTo } of lists.flat()) {
    const own = numberOf(id);
    if (thread !== null) together.join(own, numberOf(thread));
    if (replyTo !== null) together.join(own, numberOf(replyTo));
  }
  const messages = new Map<number, PartMessage[]>();
  for (const part of lists.flatMap(timed)) {
    const number = together.find(numberOf(part.message.id));
    const known = messages.get(number);
    if (known === undefined) messages.set(number, [part]);
    else known.push(part);
  }
  return { messages, names: () => Array.from(numbers, ([name, number]) => [name, together.find(number)]) };
}

function timed(list: MessageList): PartMessage[] {
  let latest = Number.NEGATIVE_INFINITY;
  return list.map((message, position) => {
    const own = messageTime(message);
    latest = own ?? latest;
    return { message, list, position, own, time: latest };
  });
}

/** The parts of threads that a list holds, in the order of their first messages. */
export function partsOf(list: MessageList): ThreadPart[] {
  const { messages, names } = divide([list]);
  const parts = new Map(Array.from(messages, ([number, each]) => [number, { names: [] as string[], messages: each }]));
  for (const [name, number] of names()) parts.get(number)?.names.push(name);
  return [...parts.values()];
}

/** The messages of each thread of several lists. */
export function messagesOfThreads(lists: readonly MessageList[]): Iterable<readonly PartMessage[]> {
  return divide(lists).messages.values();
}

/** Which parts, of several lists, are one thread: those with a name in common. */
export function groupsOf(parts: readonly ThreadPart[]): ThreadPart[][] {
  const together = new Together();
  const numbers = new Map<string, number>();
  for (const { names } of parts) {
    const own = together.add();
    for (const name of names) {
      const known = numbers.get(name);
      if (known === undefined) numbers.set(name, own);
      else together.join(known, own);
    }
  }
  const groups = new Map<number, ThreadPart[]>();
  for (const [number, part] of parts.entries()) {
    const found = together.find(number);
    const group = groups.get(found);
    if (group === undefined) groups.set(found, [part]);
    else group.push(part);
  }
  return [...groups.values()];
}
