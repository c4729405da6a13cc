import type { StackMessage } from '../all-messages.ts';
import { messageTime } from '../message-time.ts';

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

/** Threads as numbers, by what their messages name. */
class Names {
  readonly #together = new Together();
  readonly #numbers = new Map<string, number>();

  /** Takes in what a message says of its thread. */
  add({ id, thread, replyTo }: StackMessage): void {
    const own = this.#numberOf(id);
    if (thread !== null) this.#together.join(own, this.#numberOf(thread));
    if (replyTo !== null) this.#together.join(own, this.#numberOf(replyTo));
  }

  /** The number of the thread that this name belongs to. */
  thread(name: string): number | undefined {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.#together.find(number);
  }

  *[Symbol.iterator](): Iterator<readonly [name: string, thread: number]> {
    for (const [name, number] of this.#numbers) yield [name, this.#together.find(number)];
  }

  #numberOf(name: string): number {
    const number = this.#numbers.get(name) ?? this.#together.add();
    this.#numbers.set(name, number);
    return number;
  }
}

interface Division {
  /** By the number of a thread, in the order of their first messages. */
  readonly messages: ReadonlyMap<number, readonly PartMessage[]>;
  readonly names: Names;
}

/** @param isWanted threads without such a message are left out; default: none */
function divide(lists: readonly MessageList[], isWanted: (message: StackMessage) => boolean = () => true): Division {
  const names = new Names();
  for (const message of eachOf(lists)) {
    // A message that no other names is a thread by itself. Most are, and they are left out.
    if (message.thread !== null || message.replyTo !== null || isWanted(message)) names.add(message);
  }
  const wanted = new Set<number | undefined>();
  for (const message of eachOf(lists)) if (isWanted(message)) wanted.add(names.thread(message.id));
  const messages = new Map<number, PartMessage[]>();
  for (const part of timed(lists)) {
    const thread = names.thread(part.message.id);
    if (thread === undefined || !wanted.has(thread)) continue;
    const known = messages.get(thread);
    if (known === undefined) messages.set(thread, [part]);
    else known.push(part);
  }
  return { messages, names };
}

function* eachOf(lists: readonly MessageList[]): Iterable<StackMessage> {
  for (const list of lists) yield* list;
}

/** One after the other: there may be a hundred thousand, and most are in threads that are left out. */
function* timed(lists: readonly MessageList[]): Iterable<PartMessage> {
  for (const list of lists) {
    let latest = Number.NEGATIVE_INFINITY;
    for (const [position, message] of list.entries()) {
      const own = messageTime(message);
      latest = own ?? latest;
      yield { message, list, position, own, time: latest };
    }
  }
}

/** The parts of threads that a list holds, in the order of their first messages. */
export function partsOf(list: MessageList): ThreadPart[] {
  const { messages, names } = divide([list]);
  const parts = new Map(Array.from(messages, ([number, each]) => [number, { names: [] as string[], messages: each }]));
  for (const [name, number] of names) parts.get(number)?.names.push(name);
  return [...parts.values()];
}

/** The messages of each thread of several lists that has a wanted one. */
export function messagesOfThreads(
  lists: readonly MessageList[],
  isWanted: (message: StackMessage) => boolean,
): Iterable<readonly PartMessage[]> {
  return divide(lists, isWanted).messages.values();
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
