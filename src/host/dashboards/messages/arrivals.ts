import type { StackMessage } from '../../../engine/stack/index.ts';
import { idsIn, type MessageFolder, type MessageList } from './message-index.ts';

/** The last state of an `INBOX.md` file, which may be missing now. */
interface SeenBox {
  readonly list: MessageList;
  /** Largest number of messages that each id had at the same time, before `list`. */
  readonly before: ReadonlyMap<string, number>;
}

/** Detects new messages in inboxes. Messages that disappear and return, as after switching a branch, are not new. */
export class Arrivals {
  readonly #stacks = new Set<string>();
  readonly #boxes = new Map<string, SeenBox>();

  /** Returns the messages that arrived since the last call. Messages of a newly opened folder or stack do not count. */
  next(folders: readonly MessageFolder[]): StackMessage[] {
    const came = folders.flatMap(({ root, lists }) => lists.flatMap((list) => this.#cameInto(root, list)));
    for (const { root, stacks } of folders) for (const stack of stacks) this.#stacks.add(stackKey(root, stack));
    return came;
  }

  #cameInto(root: string, list: MessageList): StackMessage[] {
    const [first] = list;
    if (first?.box !== 'inbox') return [];
    const { file, stack } = first;
    const seen = this.#boxes.get(file);
    if (seen?.list === list) return [];
    const before = seen === undefined ? new Map<string, number>() : countsOf(seen);
    this.#boxes.set(file, { list, before });
    if (seen === undefined && !this.#stacks.has(stackKey(root, stack))) return [];
    return [...idsIn(list)].flatMap(([id, messages]) => messages.slice(before.get(id) ?? 0));
  }
}

const stackKey = (root: string, stack: string): string => JSON.stringify([root, stack]);

function countsOf({ list, before }: SeenBox): Map<string, number> {
  const counts = new Map(before);
  for (const [id, { length }] of idsIn(list)) counts.set(id, Math.max(length, counts.get(id) ?? 0));
  return counts;
}
