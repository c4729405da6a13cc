import type { StackMessage } from '../all-messages.ts';
import { messageTime } from '../message-time.ts';
import { DisjointSets, ThreadNames } from './thread-names.ts';

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

function* timed(list: MessageList): Iterable<PartMessage> {
  let latest = Number.NEGATIVE_INFINITY;
  for (const [position, message] of list.entries()) {
    const own = messageTime(message);
    latest = own ?? latest;
    yield { message, list, position, own, time: latest };
  }
}

/** Returns the parts of threads in a list, in the order of their first messages. */
export function splitIntoParts(list: MessageList): ThreadPart[] {
  const names = new ThreadNames();
  for (const message of list) names.add(message);
  const parts = new Map<number | undefined, { readonly names: string[]; readonly messages: PartMessage[] }>();
  for (const each of timed(list)) {
    const thread = names.thread(each.message.id);
    const part = parts.get(thread);
    if (part === undefined) parts.set(thread, { names: [], messages: [each] });
    else part.messages.push(each);
  }
  for (const [name, thread] of names) parts.get(thread)?.names.push(name);
  return [...parts.values()];
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
