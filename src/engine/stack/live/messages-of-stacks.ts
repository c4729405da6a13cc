import { LazyValue } from '../../platform/lazy-value.ts';
import { presentBoxes, type StackBoxes, type StackMessage } from '../messages/all-messages.ts';
import { overdueAmong } from '../messages/threads/overdue-in.ts';
import { CachedThreads, type MessageThread } from '../messages/threads/threads.ts';
import { OverdueMessages } from './overdue-messages.ts';
import type { StackFiles } from './stack-files.ts';

const MINUTE_MS = 60_000;

/** The messages of the stacks that belong together. Of a file that did not change nothing is worked out again. */
export class MessagesOfStacks {
  readonly #boxes = new LazyValue(() => presentBoxes(this.files().map(({ boxes }) => boxes)));
  readonly #threads = new LazyValue(() => this.#shown.of(this.lists()));
  readonly #shown = new CachedThreads();
  readonly #ever = new CachedThreads();
  #overdue: { readonly threads: readonly MessageThread[]; readonly minute: number; readonly found: OverdueMessages } | null = null;

  /** @param files of each stack, in the order of AGENTS.md */
  constructor(private readonly files: () => readonly StackFiles[]) {}

  /** What each stack holds, in the order of the files; what cannot be read is among the problems of its stack. */
  boxes(): readonly StackBoxes[] {
    return this.#boxes.get();
  }

  /** The messages of each box, stack by stack, INBOX before OUTBOX. */
  lists(): (readonly StackMessage[])[] {
    return this.boxes().flatMap(({ inbox, outbox }) => [inbox, outbox]);
  }

  /** The newest first. Another list whenever there may be other messages. */
  threads(): readonly MessageThread[] {
    return this.#threads.get();
  }

  /** What waits for an answer for too long, as of this minute. @param now milliseconds since 1970 UTC */
  overdue(now: number): OverdueMessages {
    const threads = this.threads();
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#overdue?.threads !== threads || this.#overdue.minute !== minute) {
      const found = new OverdueMessages(overdueAmong(threads, now, () => this.#threadsEver()));
      this.#overdue = { threads, minute, found };
    }
    return this.#overdue.found;
  }

  #threadsEver(): readonly MessageThread[] {
    const archive = this.files().flatMap((each) => (each.archive.length === 0 ? [] : [each.archive]));
    return archive.length === 0 ? this.threads() : this.#ever.of([...archive, ...this.lists()]);
  }

  /** Looks at the files again when somebody next asks. */
  drop(): void {
    this.#boxes.drop();
    this.#threads.drop();
  }
}
