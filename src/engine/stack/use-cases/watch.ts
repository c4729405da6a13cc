import { hash } from 'node:crypto';
import path from 'node:path';
import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { STACK_FOLDER, stackDirectory } from '../files/find-stacks.ts';
import { messageIdentity, type PlacedMessage } from '../messages/message.ts';
import { isRead, readMarks } from '../messages/read-marks.ts';
import type { WatchOutput } from '../schemas/messages.ts';
import { watchStack } from '../stack-watch.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES, StackStore } from '../store.ts';
import { openStacks } from './in-stacks.ts';
import { messageView } from './message-view.ts';
import { StackWatching } from './watching.ts';

/** Shortest interval between two reads of an INBOX that keeps changing, in milliseconds. */
const LOOK_MS = 50;
/** Delay before a read, because a program may still be rewriting the file. Milliseconds. */
const SETTLE_MS = 20;

/** The INBOX below a folder. The stack may appear, vanish and move. */
class Inbox {
  /** Hashes instead of messages, so that large texts are not kept in memory. */
  readonly #seen = new Set<string>();
  /** Number of emitted messages. */
  printed = 0;

  constructor(
    private readonly context: OperationContext,
    private readonly stacks: Stacks,
  ) {}

  store(): StackStore {
    const { home, named } = this.stacks;
    return new StackStore(this.context.runtime, stackDirectory(this.context.runtime, home, STACK_FOLDER, named));
  }

  /** Returns the messages that no earlier read has seen. @throws CortexError when INBOX cannot be read */
  #fresh(store: StackStore): PlacedMessage[] {
    return store.mailbox.read().messages.filter((message) => {
      const key = hash('sha256', messageIdentity(message), 'base64');
      const isNew = !this.#seen.has(key);
      this.#seen.add(key);
      return isNew;
    });
  }

  /** Reports the present state before the first message. */
  begin(): void {
    const store = this.store();
    const file = path.join(store.directory, STACK_FILES.inbox);
    const there = this.#fresh(store);
    const now = there.length === 0 ? 'is empty now' : `has ${counted(there.length, 'message')} now`;
    const has = store.exists() ? `which ${now}` : 'which does not exist yet';
    this.context.progress(`Waiting for new messages in ${file}, ${has}. Press Ctrl-C to stop.`);
  }

  /** Emits the new messages. */
  look(): void {
    const store = this.store();
    const fresh = this.#fresh(store);
    if (fresh.length === 0) return;
    const marks = readMarks(store);
    for (const message of fresh) this.context.emit?.(messageView(message, !isRead(message, marks)));
    this.printed += fresh.length;
  }
}

/**
 * Emits every message that arrives in the own INBOX from any writer, until aborted (seed 4, "Watch for Messages"). The stack may appear
 * later, and vanish for a while.
 */
export async function watchInbox(context: OperationContext): Promise<Outcome<WatchOutput>> {
  const { runtime, signal, progress, emit } = context;
  const stacks = openStacks(context);
  const { root } = stacks;
  const inbox = new Inbox(context, stacks);
  const watching = new StackWatching(context, root);
  const looking = new CoalescedWork(runtime, LOOK_MS, async () => {
    await runtime.sleep(SETTLE_MS, signal);
    await watching.attempt(() => inbox.look());
  });
  const { directory } = inbox.store();
  const { failed } = watching;
  const changed = () => void looking.request();
  const watch = watchStack({ runtime, anchor: root, directory, files: [STACK_FILES.inbox], changed, failed });
  try {
    await watching.attempt(() => inbox.begin());
    await watching.untilEnded();
  } finally {
    watch.dispose();
    await looking.end();
  }
  progress(`Stopped after ${counted(inbox.printed, 'message')}.`);
  return { ok: true, output: { messages: inbox.printed }, isEmitted: emit !== undefined };
}
