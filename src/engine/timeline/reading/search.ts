import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineSelection } from '../selection.ts';
import type { TimelineSource } from '../timeline-source.ts';

const isBusy = (error: unknown): boolean => error instanceof CortexError && error.code === 'busy';

/** A running or finished search for one query: its newest result, and the held result that a reader keeps in place. */
export class RunningSearch {
  /** The newest result. Grows until all archives have been searched. */
  #newest: TimelineSelection | null = null;
  #held: TimelineSelection | null = null;
  #isFirst = true;
  #isRunning = false;
  #isStale = false;
  #error: unknown = null;
  #waiting: (() => void)[] = [];
  readonly #ending = new AbortController();

  /** @param notify called when the result has changed */
  constructor(
    readonly source: TimelineSource,
    readonly query: TimelineQuery,
    private readonly notify: () => void,
  ) {
    this.renew();
  }

  /** Whether the first search is still running. */
  get isSearching(): boolean {
    return this.#isFirst && this.#isRunning;
  }

  /** Whether the search failed and is not running. */
  get isLost(): boolean {
    return !this.#isRunning && this.#newest === null;
  }

  /** Whether the first `rows` rows are known, or no more are to be expected. */
  has(rows: number): boolean {
    return !this.#isRunning || (this.#isFirst && (this.#newest?.total ?? 0) >= rows);
  }

  /** Why the result is incomplete. */
  get problems(): readonly string[] {
    return this.#error === null ? [] : [describeError(this.#error)];
  }

  /** Resolves when more has been found. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Searches again after a change of the timeline, once the current search has finished. */
  renew(): void {
    this.#isStale = true;
    if (!this.#isRunning) void this.#run();
  }

  /** Holds the rows in place, or lets them follow the timeline again. */
  hold(isHeld: boolean): void {
    if (!isHeld) this.#hold(null);
    else if (this.#held === null && !this.#isFirst) this.#hold(this.#newest);
  }

  /** The held result, else the newest one; `null` before there is any. @throws CortexError the reason if nothing was found */
  get selection(): TimelineSelection | null {
    if (this.#newest === null && this.#error !== null) throw this.#error;
    return this.#held ?? this.#newest;
  }

  /** The newest result; `null` before there is any. */
  get newest(): TimelineSelection | null {
    return this.#newest;
  }

  /** Reads rows. If an archive has changed meanwhile, returns `otherwise` and searches again. @throws all other errors of `read` */
  read<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      if (!isBusy(error)) throw error;
      this.#hold(null);
      this.renew();
      return otherwise;
    }
  }

  /** Returns how many new entries are above the first held one. */
  freshAbove(first: TimelineEntry | undefined): number {
    return this.#held === null || this.#held === this.#newest || first === undefined ? 0 : (this.#newest?.countAbove(first) ?? 0);
  }

  close(): void {
    this.#ending.abort();
    this.#held?.close();
    this.#newest?.close();
  }

  #hold(selection: TimelineSelection | null): void {
    if (this.#held !== this.#newest) this.#held?.close();
    this.#held = selection;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isStale && !this.#isOver) await this.#look();
    this.#isRunning = false;
    this.#isFirst = false;
    if (this.#isOver) this.close();
    else this.#found();
  }

  get #isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  async #look(): Promise<void> {
    this.#isStale = false;
    const onMore = (selection: TimelineSelection) => {
      // During a renewed search, the earlier result stays until the new one is complete.
      if (!this.#isFirst || this.#isOver) return;
      this.#newest = selection;
      this.#found();
    };
    try {
      const before = this.#isFirst ? undefined : (this.#newest ?? undefined);
      this.#newest = await this.source.select(this.query, { before, signal: this.#ending.signal, onMore });
      this.#error = null;
    } catch (error) {
      this.#error = error;
    }
  }

  #found(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    this.notify();
  }
}
