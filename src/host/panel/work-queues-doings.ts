import type { QueueDoing } from '../../contract/work-queues.ts';

/** What a person has asked for on the board, and what became of it: one may ask for the next thing before the last is done. */
export class QueueDoings {
  #newest: QueueDoing | null = null;
  /** Of tasks that stand as they did when it was asked for: the last refusal of each, by its id. */
  readonly #refused = new Map<string, QueueDoing>();

  /** What was asked for last; the page waits for its end. */
  get newest(): QueueDoing | null {
    return this.#newest;
  }

  /** Whether something is being done, or was done: a page that is shown again may ask once more. */
  has(request: string): boolean {
    return this.#newest?.request === request && this.#newest.outcome !== 'refused';
  }

  begin(doing: QueueDoing): void {
    if (doing.seen !== null) this.#refused.delete(doing.seen.id);
    this.#newest = doing;
  }

  /** @returns whether the board says what became of it: of what was asked for before something else it shows only the refusal, on its card */
  end(doing: QueueDoing): boolean {
    const isNewest = this.#newest?.request === doing.request;
    if (isNewest) this.#newest = doing;
    if (doing.outcome === 'refused' && doing.seen !== null) this.#refused.set(doing.seen.id, doing);
    return isNewest;
  }

  /** @param settled what is left of one, as tasks stand by now */
  settle(settled: (doing: QueueDoing) => QueueDoing): void {
    if (this.#newest !== null) this.#newest = settled(this.#newest);
    for (const [id, doing] of this.#refused) if (settled(doing).seen === null) this.#refused.delete(id);
  }

  /** Why the last thing that was asked for a task did not happen; `null` where it did, or is no matter any more. */
  refusalOf(id: string): string | null {
    return this.#refused.get(id)?.message ?? null;
  }
}
