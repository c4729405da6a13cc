import * as z from 'zod';
import type { MessageThread, Overdue, StackMessage } from '../../../engine/stack/index.ts';

/** The messages of one repository's stacks. */
export interface MessageFolder {
  /** Folder of `AGENTS.md`, or of the stack; absolute. */
  readonly root: string;
  readonly name: string;
  /** Names of its stacks. */
  readonly stacks: readonly string[];
  /** Possible recipients of messages. */
  readonly recipients: readonly string[];
  /** Messages of each box. A list is replaced only when its messages change. */
  readonly lists: readonly MessageList[];
  /** All threads, newest first. The list is replaced whenever messages may have changed. */
  readonly threads: readonly MessageThread[];
  /** Returns the messages whose answer is overdue. @param now milliseconds since 1970 UTC */
  overdue(now: number): readonly Overdue[];
}

export type MessageList = readonly StackMessage[];

/** A message with its folder. */
export interface IndexedMessage {
  /** Stable while the message exists. */
  readonly id: string;
  readonly folder: MessageFolder;
  readonly message: StackMessage;
}

export interface IndexedThread {
  readonly id: string;
  readonly folder: MessageFolder;
  readonly thread: MessageThread;
}

/** Time for which overdue messages are cached, in milliseconds. Messages become overdue after a day, so a minute is exact enough. */
const OVERDUE_MS = 60_000;

const byId = new WeakMap<MessageList, ReadonlyMap<string, MessageList>>();

/** Groups messages by id. An id may occur more than once, because the files are edited by hand. */
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

/** Parts of a page's message id: folder name, file, id in the file, and the number of earlier messages with the same id. */
const placeSchema = z.tuple([z.string(), z.string(), z.string(), z.int()]);

/** Parses a page's message id. Returns `null` if it is invalid. */
function placeOf(id: string): z.infer<typeof placeSchema> | null {
  try {
    return placeSchema.parse(JSON.parse(id));
  } catch {
    return null;
  }
}

const listKey = (folder: string, file: string): string => JSON.stringify([folder, file]);

/** All messages of all folders, with lookups by the ids of the page. */
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

  /** @param id id from `idOf` */
  message(id: string): IndexedMessage | undefined {
    const [name = '', file = '', own = '', copy = 0] = placeOf(id) ?? [];
    const { folder, list = [] } = this.#lists.get(listKey(name, file)) ?? {};
    const message = idsIn(list).get(own)?.[copy];
    return folder === undefined || message === undefined ? undefined : { id, folder, message };
  }

  thread(id: string): IndexedThread | undefined {
    return this.#threads.get(id);
  }

  /** Returns the id of a message for the page. It is stable while the message exists. */
  idOf({ name }: MessageFolder, message: StackMessage): string {
    const { list = [] } = this.#lists.get(listKey(name, message.file)) ?? {};
    const copy = idsIn(list).get(message.id)?.indexOf(message) ?? 0;
    return JSON.stringify([name, message.file, message.id, copy]);
  }

  /** Returns the display name of a stack or recipient, qualified by its folder if several folders are open. */
  nameIn(folder: MessageFolder, name: string): string {
    return this.folders.length > 1 ? `${folder.name}/${name}` : name;
  }

  /** Returns the messages whose answer is overdue, and since when. @param now milliseconds since 1970 UTC */
  overdue(now: number): ReadonlyMap<StackMessage, number> {
    if (this.#overdue === null || Math.abs(now - this.#overdue.at) >= OVERDUE_MS) {
      const since = new Map<StackMessage, number>();
      for (const folder of this.folders) for (const { message, since: from } of folder.overdue(now)) since.set(message, from);
      this.#overdue = { at: now, since };
    }
    return this.#overdue.since;
  }
}
