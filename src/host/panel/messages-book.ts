import { type MessageThread, type Overdue, overdueOf, type StackMessage, threadsOf } from '../../engine/stack/index.ts';

/** The messages of the stacks that one repository has. */
export interface MessageFolder {
  /** The folder of AGENTS.md, or of the stack; absolute. */
  readonly root: string;
  readonly name: string;
  /** Names of its stacks. */
  readonly stacks: readonly string[];
  /** To whom one can write there. */
  readonly recipients: readonly string[];
  readonly messages: readonly StackMessage[];
}

/** A message, and where it is known from. */
export interface BookMessage {
  /** Stays the same as long as the message is there. */
  readonly id: string;
  readonly folder: MessageFolder;
  readonly message: StackMessage;
}

export interface BookThread {
  readonly id: string;
  readonly folder: MessageFolder;
  readonly thread: MessageThread;
}

/** Overdue is what is a day old: to the minute is exact enough. */
const OVERDUE_MS = 60_000;

/** All messages of all folders by what a person looks for; made anew when one of them changes. */
export class MessageBook {
  /** Newest first. */
  readonly threads: readonly BookThread[];
  readonly #ids = new Map<StackMessage, string>();
  readonly #messages = new Map<string, BookMessage>();
  readonly #threads: ReadonlyMap<string, BookThread>;
  #overdue: { readonly at: number; readonly since: ReadonlyMap<StackMessage, number> } | null = null;

  constructor(readonly folders: readonly MessageFolder[]) {
    for (const folder of folders) for (const message of folder.messages) this.#take(folder, message);
    const threads = folders.flatMap((folder) =>
      threadsOf(folder.messages).map((thread) => ({ id: JSON.stringify([folder.name, thread.id]), folder, thread })),
    );
    const last = ({ thread }: BookThread) => thread.last ?? Number.MIN_SAFE_INTEGER;
    this.threads = folders.length > 1 ? threads.sort((one, other) => last(other) - last(one)) : threads;
    this.#threads = new Map(threads.map((thread) => [thread.id, thread]));
  }

  /** In a file that nobody has checked an id may be there twice. */
  #take(folder: MessageFolder, message: StackMessage): void {
    const { stack, box } = message;
    let id = JSON.stringify([folder.name, stack, box, message.id]);
    for (let copy = 2; this.#messages.has(id); copy += 1) id = JSON.stringify([folder.name, stack, box, message.id, copy]);
    this.#messages.set(id, { id, folder, message });
    this.#ids.set(message, id);
  }

  get size(): number {
    return this.#messages.size;
  }

  messages(): Iterable<BookMessage> {
    return this.#messages.values();
  }

  message(id: string): BookMessage | undefined {
    return this.#messages.get(id);
  }

  thread(id: string): BookThread | undefined {
    return this.#threads.get(id);
  }

  idOf(message: StackMessage): string {
    return this.#ids.get(message) ?? '';
  }

  /** How a stack, or somebody to write to, is called where several folders have one of that name. */
  nameIn(folder: MessageFolder, name: string): string {
    return this.folders.length > 1 ? `${folder.name}/${name}` : name;
  }

  #overdueIn(folder: MessageFolder, now: number): Overdue[] {
    const threads = this.threads.flatMap((each) => (each.folder === folder ? [each.thread] : []));
    return overdueOf(folder.messages, now, threads);
  }

  /** Since when messages wait for an answer for too long. @param now milliseconds since 1970 UTC */
  overdue(now: number): ReadonlyMap<StackMessage, number> {
    if (this.#overdue === null || Math.abs(now - this.#overdue.at) >= OVERDUE_MS) {
      const since = new Map(
        this.folders.flatMap((folder) => this.#overdueIn(folder, now).map(({ message, since: from }) => [message, from] as const)),
      );
      this.#overdue = { at: now, since };
    }
    return this.#overdue.since;
  }
}
