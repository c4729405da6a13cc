import type { StackMessage } from './all-messages.ts';
import { messageTime } from './message-time.ts';

/** A message of a part of a thread. Times are milliseconds since 1970 UTC. */
export interface PartMessage {
  readonly message: StackMessage;
  readonly list: readonly StackMessage[];
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

/** The parts of threads that a list holds, in the order of their first messages. */
export function partsOf(list: readonly StackMessage[]): ThreadPart[] {
  const together = new Together();
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? together.add();
    numbers.set(name, number);
    return number;
  };
  for (const { id, thread, replyTo } of list) {
    const own = numberOf(id);
    if (thread !== null) together.join(own, numberOf(thread));
    if (replyTo !== null) together.join(own, numberOf(replyTo));
  }
  const parts = new Map<number, { names: string[]; messages: PartMessage[] }>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const [position, message] of list.entries()) {
    const own = messageTime(message);
    latest = own ?? latest;
    const number = together.find(numberOf(message.id));
    const part = parts.get(number) ?? { names: [], messages: [] };
    parts.set(number, part);
    part.messages.push({ message, list, position, own, time: latest });
  }
  for (const [name, number] of numbers) parts.get(together.find(number))?.names.push(name);
  return [...parts.values()];
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
