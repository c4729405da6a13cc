import * as z from 'zod';
import type { MessageThread, Overdue, StackMessage } from '../../../engine/stack/index.ts';

/** The messages of the stacks that one repository has. */
export interface MessageFolder {
  /** The folder of AGENTS.md, or of the stack; absolute. */
  readonly root: string;
  readonly name: string;
  /** Names of its stacks. */
  readonly stacks: readonly string[];
  /** To whom one can write there. */
  readonly recipients: readonly string[];
  /** The messages of each box; the same list as long as its messages are the same. */
  readonly lists: readonly MessageList[];
  /** Of all messages, the newest first; another list whenever there may be other messages. */
  readonly threads: readonly MessageThread[];
  /** What waits for an answer for too long. @param now milliseconds since 1970 UTC */
  overdue(now: number): readonly Overdue[];
}

export type MessageList = readonly StackMessage[];

/** A message, and where it is known from. */
export interface IndexedMessage {
  /** Stays the same as long as the message is there. */
  readonly id: string;
  readonly folder: MessageFolder;
  readonly message: StackMessage;
}

export interface IndexedThread {
  readonly id: string;
  readonly folder: MessageFolder;
  readonly thread: MessageThread;
}

/** Overdue is what is a day old: to the minute is exact enough. */
const OVERDUE_MS = 60_000;

const byId = new WeakMap<MessageList, ReadonlyMap<string, MessageList>>();

/** The messages of a list by their ids: in a file that nobody has checked an id may be there twice. */
export function idsIn(list: MessageList): ReadonlyMap<string, MessageList> {
  const known = byId.get(list);
  if (known !== undefined) return known;
  const ids = new Map<string, StackMessage[]>();
  for (const message of list) {
    const others = ids.get(message.id);
    if (others === undefined) ids.set(message.id, [message]);
    else others.push(message);
  }
  byId.set(list, ids);
  return ids;
}

/** The name of a folder, a file in it, the id of a message in that, and how many before it have that id. */
const placeSchema = z.tuple([z.string(), z.string(), z.string(), z.int()]);

/** Where a message is, by what the page calls it; `null` for what is no such name. */
function placeOf(id: string): z.infer<typeof placeSchema> | null {
  try {
    return placeSchema.parse(JSON.parse(id));
  } catch {
    return null;
  }
}

const listKey = (folder: string, file: string): string => JSON.stringify([folder, file]);

/** All messages of all folders by what a person looks for. */
export class MessageIndex {
  /** Newest first. */
  readonly threads: readonly IndexedThread[];
  readonly size: number;
  readonly #lists = new Map<string, { readonly folder: MessageFolder; readonly list: MessageList }>();
  readonly #threads: ReadonlyMap<string, IndexedThread>;
  #overdue: { readonly at: number; readonly since: ReadonlyMap<StackMessage, number> } | null = null;

  constructor(readonly folders: readonly MessageFolder[]) {
    for (const folder of folders) {
      for (const list of folder.lists)
        for (const { file } of list.slice(0, 1)) this.#lists.set(listKey(folder.name, file), { folder, list });
    }
    this.size = [...this.#lists.values()].reduce((size, { list }) => size + list.length, 0);
    const threads = folders.flatMap((folder) =>
      folder.threads.map((thread) => ({ id: JSON.stringify([folder.name, thread.id]), folder, thread })),
    );
    const last = ({ thread }: IndexedThread) => thread.last ?? Number.MIN_SAFE_INTEGER;
    this.threads = folders.length > 1 ? threads.sort((one, other) => last(other) - last(one)) : threads;
    this.#threads = new Map(threads.map((thread) => [thread.id, thread]));
  }

  /** @param id by which the page knows it */
  message(id: string): IndexedMessage | undefined {
    const [name = '', file = '', own = '', copy = 0] = placeOf(id) ?? [];
    const { folder, list = [] } = this.#lists.get(listKey(name, file)) ?? {};
    const message = idsIn(list).get(own)?.[copy];
    return folder === undefined || message === undefined ? undefined : { id, folder, message };
  }

  thread(id: string): IndexedThread | undefined {
    return this.#threads.get(id);
  }

  /** By which the page knows a message: the same as long as it is there. */
  idOf({ name }: MessageFolder, message: StackMessage): string {
    const { list = [] } = this.#lists.get(listKey(name, message.file)) ?? {};
    const copy = idsIn(list).get(message.id)?.indexOf(message) ?? 0;
    return JSON.stringify([name, message.file, message.id, copy]);
  }

  /** How a stack, or somebody to write to, is called where several folders have one of that name. */
  nameIn(folder: MessageFolder, name: string): string {
    return this.folders.length > 1 ? `${folder.name}/${name}` : name;
  }

  /** Since when messages wait for an answer for too long. @param now milliseconds since 1970 UTC */
  overdue(now: number): ReadonlyMap<StackMessage, number> {
    if (this.#overdue === null || Math.abs(now - this.#overdue.at) >= OVERDUE_MS) {
      const since = new Map<StackMessage, number>();
      for (const folder of this.folders) for (const { message, since: from } of folder.overdue(now)) since.set(message, from);
      this.#overdue = { at: now, since };
    }
    return this.#overdue.since;
  }
}
