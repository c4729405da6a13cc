import { LazyValue } from '../../platform/lazy-value.ts';
import { isSameAgent, type StackBoxes, type StackMessage, withoutDelivered } from '../messages/all-messages.ts';
import type { Overdue } from '../messages/threads/overdue.ts';
import { findOverdueInThreads } from '../messages/threads/overdue-in.ts';
import { CachedThreads, type MessageThread } from '../messages/threads/threads.ts';
import type { StackFiles } from './stack-files.ts';

/** Overdue messages, indexed by sender because there may be many of both. */
class OverdueMessages {
  readonly #bySender = new Map<string, Overdue[]>();

  /** @param all longest overdue first */
  constructor(readonly all: readonly Overdue[]) {
    for (const each of all) {
      const { from } = each.message;
      const others = this.#bySender.get(from);
      if (others === undefined) this.#bySender.set(from, [each]);
      else others.push(each);
    }
  }

  /** Returns the overdue messages that an agent waits on. */
  of(name: string): Overdue[] {
    return [...this.#bySender].flatMap(([from, own]) => (isSameAgent(from, name) ? own : []));
  }
}

const MINUTE_MS = 60_000;

/** The messages of stacks that belong together. Results for unchanged files are cached. */
export class StackMessagesCache {
  readonly #boxes = new LazyValue(() => withoutDelivered(this.files().map(({ boxes }) => boxes)));
  readonly #threads = new LazyValue(() => this.#shown.of(this.lists()));
  readonly #shown = new CachedThreads();
  readonly #ever = new CachedThreads();
  #overdue: { readonly threads: readonly MessageThread[]; readonly minute: number; readonly found: OverdueMessages } | null = null;

  /** @param files returns the files of each stack, in the order of AGENTS.md */
  constructor(private readonly files: () => readonly StackFiles[]) {}

  /** Returns the messages of each stack, in the order of the files. Read failures are among the problems of the stack. */
  boxes(): readonly StackBoxes[] {
    return this.#boxes.get();
  }

  /** Returns the messages of each box, stack by stack, INBOX before OUTBOX. */
  lists(): (readonly StackMessage[])[] {
    return this.boxes().flatMap(({ inbox, outbox }) => [inbox, outbox]);
  }

  /** Returns the threads, newest first. The list is a new object whenever messages may have changed. */
  threads(): readonly MessageThread[] {
    return this.#threads.get();
  }

  /** Returns the overdue answers, computed at most once a minute. @param now milliseconds since 1970 UTC */
  overdue(now: number): OverdueMessages {
    const threads = this.threads();
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#overdue?.threads !== threads || this.#overdue.minute !== minute) {
      const found = new OverdueMessages(findOverdueInThreads(threads, now, () => this.#threadsEver()));
      this.#overdue = { threads, minute, found };
    }
    return this.#overdue.found;
  }

  #threadsEver(): readonly MessageThread[] {
    const archive = this.files().flatMap((each) => (each.archive.length === 0 ? [] : [each.archive]));
    return archive.length === 0 ? this.threads() : this.#ever.of([...archive, ...this.lists()]);
  }

  /** Discards cached results, so that the next call computes them again. */
  drop(): void {
    this.#boxes.drop();
    this.#threads.drop();
  }
}
