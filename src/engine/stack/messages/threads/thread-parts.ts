import type { StackMessage } from '../all-messages.ts';
import { messageTime } from '../message-time.ts';

/** Messages of one file, in file order. */
export type MessageList = readonly StackMessage[];

/** A message in a part of a thread. Times are milliseconds since 1970 UTC. */
export interface PartMessage {
  readonly message: StackMessage;
  readonly list: MessageList;
  /** Index in the list. */
  readonly position: number;
  /** The message's own time; `null` when it has no valid one. */
  readonly own: number | null;
  /** Sort key: its own time, else that of the message before it in its list. */
  readonly time: number;
}

/** Messages of one list that belong to one thread, as far as that list alone shows it. */
export interface ThreadPart {
  /** Ids of its messages and of the messages they answer, and names of threads. */
  readonly names: readonly string[];
  readonly messages: readonly PartMessage[];
}

/** A union-find structure over numbers. */
class DisjointSets {
  readonly #above: number[] = [];

  /** @returns the next number, in a set of its own */
  add(): number {
    return this.#above.push(this.#above.length) - 1;
  }

  /** Returns the representative of a number's set. */
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

/** Groups messages into threads by the ids and names that they mention. */
class Names {
  readonly #together = new DisjointSets();
  readonly #numbers = new Map<string, number>();

  /** Adds the relations of a message. */
  add({ id, thread, replyTo }: StackMessage): void {
    const own = this.#numberOf(id);
    if (thread !== null) this.#together.join(own, this.#numberOf(thread));
    if (replyTo !== null) this.#together.join(own, this.#numberOf(replyTo));
  }

  /** Returns the representative of the thread that a name belongs to. */
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
  /** Messages by thread, in the order of the first messages. */
  readonly messages: ReadonlyMap<number, readonly PartMessage[]>;
  readonly names: Names;
}

/** @param isWanted omits threads without a wanted message; default: all are wanted */
function divide(lists: readonly MessageList[], isWanted: (message: StackMessage) => boolean = () => true): Division {
  const names = new Names();
  for (const message of eachOf(lists)) {
    // A message without relations is a thread by itself unless another message names it. Most are, so unwanted ones are skipped.
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

/** A generator, because there may be a hundred thousand messages and most are in threads that are omitted. */
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

/** Returns the parts of threads in a list, in the order of their first messages. */
export function splitIntoParts(list: MessageList): ThreadPart[] {
  const { messages, names } = divide([list]);
  const parts = new Map(Array.from(messages, ([number, each]) => [number, { names: [] as string[], messages: each }]));
  for (const [name, number] of names) parts.get(number)?.names.push(name);
  return [...parts.values()];
}

/** Returns the messages of each thread in several lists that contains a wanted message. */
export function messagesOfThreads(
  lists: readonly MessageList[],
  isWanted: (message: StackMessage) => boolean,
): Iterable<readonly PartMessage[]> {
  return divide(lists, isWanted).messages.values();
}

/** Groups parts from several lists into threads. Parts with a common name belong together. */
export function groupParts(parts: readonly ThreadPart[]): ThreadPart[][] {
  const together = new DisjointSets();
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
