import { isSameAgent } from '../messages/all-messages.ts';
import type { Overdue } from '../messages/threads/overdue.ts';

/** Overdue messages, indexed by sender because there may be many of both. */
export class OverdueMessages {
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
