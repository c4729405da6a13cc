import { oneLine } from '../../model/text.ts';
import type { QueueRequest } from './protocol.ts';

/** A refusal where nobody sees what it was asked for. */
const noticeOf = ({ outcome, seen, message }: QueueRequest): string | null =>
  outcome !== 'refused' ? null : seen === null ? message : `“${oneLine(seen.title, 60)}”: ${message}`;

/** What a person has asked for on the board, and what became of it: one may ask for the next thing before the last is done. */
export class QueueRequests {
  #newest: QueueRequest | null = null;
  /** Whether the board was drawn since that has ended. */
  #isShown = false;
  /** Of tasks that stand as they did when it was asked for: the last refusal of each, by its id. */
  readonly #refused = new Map<string, QueueRequest>();

  /** What was asked for last; the page waits for its end. */
  get newest(): QueueRequest | null {
    return this.#newest;
  }

  /** Whether something is being done, or was done: a page that is shown again may ask once more. */
  has(request: string): boolean {
    return this.#newest?.request === request && this.#newest.outcome !== 'refused';
  }

  /** @returns what a person is to be told of what was asked for before, as the board does not come to it; `null`: nothing */
  begin(doing: QueueRequest): string | null {
    const before = this.#isShown ? null : this.#newest;
    if (doing.seen !== null) this.#refused.delete(doing.seen.id);
    this.#newest = doing;
    return before === null ? null : noticeOf(before);
  }

  /** @returns what a person is to be told, as the board says only what became of what was asked for last; `null`: nothing */
  end(doing: QueueRequest): string | null {
    if (doing.outcome === 'refused' && doing.seen !== null) this.#refused.set(doing.seen.id, doing);
    if (this.#newest?.request !== doing.request) return noticeOf(doing);
    this.#newest = doing;
    this.#isShown = false;
    return null;
  }

  /** Called as the board is drawn. @param settled what is left of one, as tasks stand by now */
  settle(settled: (doing: QueueRequest) => QueueRequest): void {
    this.#isShown = true;
    if (this.#newest !== null) this.#newest = settled(this.#newest);
    for (const [id, doing] of this.#refused) if (settled(doing).seen === null) this.#refused.delete(id);
  }

  /** Why the last thing that was asked for a task did not happen; `null` where it did, or is no matter any more. */
  refusalOf(id: string): string | null {
    return this.#refused.get(id)?.message ?? null;
  }
}
