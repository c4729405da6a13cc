import { oneLine } from '../../model/text.ts';
import type { QueueRequest } from './protocol.ts';

/** Returns the message about a refused request whose card may not be visible, else `null`. */
const noticeOf = ({ outcome, seen, message }: QueueRequest): string | null =>
  outcome !== 'refused' ? null : seen === null ? message : `“${oneLine(seen.title, 60)}”: ${message}`;

/** The requests of the board and their results. A new request may start before the last one has ended. */
export class QueueRequests {
  #newest: QueueRequest | null = null;
  /** Whether the board was updated since the newest request ended. */
  #isShown = false;
  /** Last refused request of each task, by task id. Dropped when the task changes. */
  readonly #refused = new Map<string, QueueRequest>();

  /** The newest request. The page waits for its result. */
  get newest(): QueueRequest | null {
    return this.#newest;
  }

  /** Reports whether a request is running or was completed. A restored page may send it again. */
  has(request: string): boolean {
    return this.#newest?.request === request && this.#newest.outcome !== 'refused';
  }

  /** Starts a request. @returns a message about the previous request, if the board has not shown its refusal yet; else `null` */
  begin(doing: QueueRequest): string | null {
    const before = this.#isShown ? null : this.#newest;
    if (doing.seen !== null) this.#refused.delete(doing.seen.id);
    this.#newest = doing;
    return before === null ? null : noticeOf(before);
  }

  /** Ends a request. @returns a message about its refusal, if the board shows only a newer request; else `null` */
  end(doing: QueueRequest): string | null {
    if (doing.outcome === 'refused' && doing.seen !== null) this.#refused.set(doing.seen.id, doing);
    if (this.#newest?.request !== doing.request) return noticeOf(doing);
    this.#newest = doing;
    this.#isShown = false;
    return null;
  }

  /** Updates the results; called whenever the board is updated. @param settled sets `seen` to `null` if the task has changed since */
  finishAll(settled: (doing: QueueRequest) => QueueRequest): void {
    this.#isShown = true;
    if (this.#newest !== null) this.#newest = settled(this.#newest);
    for (const [id, doing] of this.#refused) if (settled(doing).seen === null) this.#refused.delete(id);
  }

  /** Returns why the last request on a task was refused; `null` if it was not, or if the task has changed since. */
  refusalOf(id: string): string | null {
    return this.#refused.get(id)?.message ?? null;
  }
}
