import { isSameAgent } from '../messages/all-messages.ts';
import type { Overdue } from '../messages/threads/overdue.ts';

/** Messages without an answer, by those who wait for it: there may be many of both. */
export class OverdueMessages {
  readonly #bySender = new Map<string, Overdue[]>();

  /** @param all the longest overdue first */
  constructor(readonly all: readonly Overdue[]) {
    for (const each of all) {
      const { from } = each.message;
      const others = this.#bySender.get(from);
      if (others === undefined) this.#bySender.set(from, [each]);
      else others.push(each);
    }
  }

  /** Those of which an agent waits for the answer. */
  of(name: string): Overdue[] {
    return [...this.#bySender].flatMap(([from, own]) => (isSameAgent(from, name) ? own : []));
  }
}
