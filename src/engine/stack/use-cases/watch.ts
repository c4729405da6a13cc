import { hash } from 'node:crypto';
import path from 'node:path';
import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { stackDirectory } from '../files/stack-places.ts';
import { identityOf, type PlacedMessage } from '../messages/message.ts';
import { isRead, readMarks } from '../messages/read-marks.ts';
import type { WatchOutput } from '../schemas/messages.ts';
import { watchStack } from '../stack-watch.ts';
import { STACK_FILES, StackStore } from '../store.ts';
import { openStacks } from './in-stacks.ts';
import { messageView } from './message-view.ts';
import { Watching } from './watching.ts';

/** Between two looks at an INBOX that changes and changes, milliseconds. */
const LOOK_MS = 50;
/** A program that writes the file anew is not done at once. Milliseconds. */
const SETTLE_MS = 20;

/** The INBOX below a folder, which may come and go, and be another file each time. */
class Inbox {
  /** Hashes, so that texts of megabytes are not kept. */
  readonly #seen = new Set<string>();
  /** How many were told. */
  printed = 0;

  constructor(
    private readonly context: OperationContext,
    private readonly folder: string,
  ) {}

  store(): StackStore {
    return new StackStore(this.context.runtime, stackDirectory(this.context.runtime, this.folder));
  }

  /** The messages that no look before this one has met. @throws CortexError when INBOX cannot be read */
  #fresh(store: StackStore): PlacedMessage[] {
    return store.mailbox.read().messages.filter((message) => {
      const key = hash('sha256', identityOf(message), 'base64');
      const isNew = !this.#seen.has(key);
      this.#seen.add(key);
      return isNew;
    });
  }

  /** Says what is there before anything is told. */
  begin(): void {
    const store = this.store();
    const file = path.join(store.directory, STACK_FILES.inbox);
    const there = this.#fresh(store);
    const now = there.length === 0 ? 'is empty now' : `has ${counted(there.length, 'message')} now`;
    const has = store.exists() ? `which ${now}` : 'which is not there yet';
    this.context.progress(`Waiting for new messages in ${file}, ${has}; Ctrl-C ends it.`);
  }

  /** Tells what has come. */
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
 * Tells of every message that comes into the own INBOX (seed 4, "Watch for Messages"), whoever writes it, until it is told to stop. The stack
 * may come later, and be gone for a while.
 */
export async function watchInbox(context: OperationContext): Promise<Outcome<WatchOutput>> {
  const { runtime, signal, progress, emit } = context;
  const { root, home } = openStacks(context);
  const inbox = new Inbox(context, home);
  const watching = new Watching(context, root);
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
  progress(`Ended after ${counted(inbox.printed, 'message')}.`);
  return { ok: true, output: { messages: inbox.printed }, isEmitted: emit !== undefined };
}
