import { LazyValue } from '../../platform/on-demand.ts';
import { isSameAgent, type StackBoxes, type StackMessage, withoutDelivered } from '../messages/all-messages.ts';
import type { Overdue } from '../messages/threads/overdue.ts';
import { findOverdueEver } from '../messages/threads/overdue-in.ts';
import { CachedThreads, type MessageThread } from '../messages/threads/threads.ts';
import type { StackFiles } from './stack-files.ts';

/** Overdue messages, indexed by sender because there may be many of both. */
class OverdueMessages {
  readonly #bySender = new Map<string, Overdue[]>();

  /**
   * @param all longest overdue first
   * @param problems descriptions of archives that could not be read
   */
  constructor(
    readonly all: readonly Overdue[],
    readonly problems: readonly string[],
  ) {
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
  readonly #all = new LazyValue(() => this.lists().flat());
  readonly #threads = new LazyValue(() => this.#shown.of(this.lists()));
  readonly #shown = new CachedThreads();
  #overdue: { readonly all: readonly StackMessage[]; readonly minute: number; readonly found: OverdueMessages } | null = null;

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

  /** Returns the messages of all boxes. The list is a new object whenever messages may have changed. */
  all(): readonly StackMessage[] {
    return this.#all.get();
  }

  /** Returns the messages archived from all INBOXes. */
  archived(): readonly StackMessage[] {
    return this.files().flatMap(({ archive }) => archive.messages);
  }

  /** Returns the threads, newest first. The list is a new object whenever messages may have changed. */
  threads(): readonly MessageThread[] {
    return this.#threads.get();
  }

  /** Returns the overdue answers, computed at most once a minute. @param now milliseconds since 1970 UTC */
  overdue(now: number): OverdueMessages {
    const all = this.all();
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#overdue?.all !== all || this.#overdue.minute !== minute) {
      const problems: string[] = [];
      const found = findOverdueEver(all, now, () => {
        problems.push(...this.files().flatMap(({ archive }) => archive.problems));
        return this.archived();
      });
      this.#overdue = { all, minute, found: new OverdueMessages(found, problems) };
    }
    return this.#overdue.found;
  }

  /** Discards cached results, so that the next call computes them again. */
  drop(): void {
    this.#boxes.drop();
    this.#all.drop();
    this.#threads.drop();
  }
}
