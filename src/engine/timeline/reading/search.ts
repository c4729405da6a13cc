import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineSelection } from '../selection.ts';
import type { TimelineSource } from '../timeline-source.ts';

const isBusy = (error: unknown): boolean => error instanceof CortexError && error.code === 'busy';

/** What is found of one query, while it is looked for and ever since: the rows as somebody holds them, and as they are. */
export class Search {
  /** Grows until all has been looked at. */
  #newest: TimelineSelection | null = null;
  #held: TimelineSelection | null = null;
  #isFirst = true;
  #isRunning = false;
  #isStale = false;
  #error: unknown = null;
  #waiting: (() => void)[] = [];
  readonly #ending = new AbortController();

  /** @param tell is told when something else is found */
  constructor(
    readonly source: TimelineSource,
    readonly query: TimelineQuery,
    private readonly notify: () => void,
  ) {
    this.renew();
  }

  /** Whether it is the first time that it is looked for, and that goes on. */
  get isSearching(): boolean {
    return this.#isFirst && this.#isRunning;
  }

  /** Whether nothing could be found, and nobody looks for it any more. */
  get isLost(): boolean {
    return !this.#isRunning && this.#newest === null;
  }

  /** Whether rows from 0 on are known, up to this one, or nothing more is to be expected. */
  has(rows: number): boolean {
    return !this.#isRunning || (this.#isFirst && (this.#newest?.total ?? 0) >= rows);
  }

  /** Why not all is found. */
  get problems(): readonly string[] {
    return this.#error === null ? [] : [describeError(this.#error)];
  }

  /** Resolves with the next thing that is found. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The timeline is another one: looks for what has changed, when what is looked for now is found. */
  renew(): void {
    this.#isStale = true;
    if (!this.#isRunning) void this.#run();
  }

  /** From now on the rows stay as they are, or else follow the timeline. */
  hold(isHeld: boolean): void {
    if (!isHeld) this.#hold(null);
    else if (this.#held === null && !this.#isFirst) this.#hold(this.#newest);
  }

  /** What is found, as it was when it was first held, or as it is; `null` before there is anything. @throws CortexError why nothing is found */
  get selection(): TimelineSelection | null {
    if (this.#newest === null && this.#error !== null) throw this.#error;
    return this.#held ?? this.#newest;
  }

  /** As the timeline is; `null` before there is anything. */
  get newest(): TimelineSelection | null {
    return this.#newest;
  }

  /** Reads rows; where an archive has changed meanwhile none, and it is looked for anew. @throws what `read` throws else */
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

  /** How many entries are above one that was the first. */
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
      // What was found before stays until all of it is found again.
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
