import type { CortexIO } from '../crtx/cortex-io.ts';
import { copyJson } from '../crtx/json-copy.ts';
import type { TimelineEntry, TimelineOutcome } from '../crtx/schema/timeline.ts';
import { describeError, fileError } from '../platform/errors.ts';
import { makeEntry, type NewEntry } from './entry.ts';
import { TimelineStore } from './store.ts';

/** Entries are written after this many, or this many milliseconds after the first of them (RULINGS, crtx 10). */
const FLUSH_ENTRIES = 64;
const FLUSH_MS = 1_000;

/**
 * Append-only reasoning ledger with buffering and auto-flush (seed 1, "Classes").
 *
 * Recorded entries are only in memory until they are flushed: after 64 entries, after a second, or by `flush`, `read`, `resolve` and
 * `close`. The timer does not keep a process alive, so a program must call `close` at its end. Entries that cannot be written (a full disk,
 * a folder without permission) stay in memory in order, and the next flush tries them again.
 *
 * @example
 * const timeline = new Timeline(new CortexIO('/path/to/project'));
 * timeline.record({ agentId: 'ann', type: 'decision', action: 'Chose SQLite', reasoning: 'One file, no server' });
 * await timeline.close();
 */
export class Timeline {
  /** Recorded entries that are not known to be durable yet, in order. */
  readonly #buffer: TimelineEntry[] = [];
  #store: TimelineStore | null = null;
  /** The last of the writes, reads and closings, which run one after the other. */
  #work: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #problem: string | null = null;

  constructor(private readonly io: CortexIO) {}

  /** How many entries are not written yet. */
  get pending(): number {
    return this.#buffer.length;
  }

  /** Problems of skipped data and of work in the background, such as a failed flush that is retried. */
  get problems(): readonly string[] {
    const problems = this.#store === null ? [] : [...this.#store.problems, ...this.#store.rebuilt];
    return this.#problem === null ? problems : [...problems, this.#problem];
  }

  /**
   * Records an entry, which is written soon (see above). An `id` of the caller is recorded once, however often this is called.
   * @returns a copy of the entry
   * @throws CortexError `invalid-input` naming the field, the value and what is allowed; nothing was recorded
   */
  record(input: NewEntry): TimelineEntry {
    const entry = makeEntry(this.io.runtime, input);
    this.#buffer.push(entry);
    if (this.#buffer.length % FLUSH_ENTRIES === 0) this.#flushInBackground();
    else this.#flushInTime();
    return copyJson(entry);
  }

  /** Writes all recorded entries, which survive power loss when this resolves. @throws CortexError; unwritten entries are kept */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#write());
  }

  /**
   * Returns copies of all entries, including archived and just recorded ones, oldest first.
   * @throws CortexError as `flush`, or if the timeline cannot be read
   */
  read(): Promise<TimelineEntry[]> {
    return this.#inTurn(async () => {
      await this.#write();
      const store = await this.#open();
      await store.refresh();
      const { entries } = await store.query({}, { limit: Number.POSITIVE_INFINITY });
      return entries.map((entry) => copyJson(entry)).reverse();
    });
  }

  /**
   * Sets the outcome of an entry, optionally with a detail; an earlier detail is replaced.
   * @returns a copy of the changed entry
   * @throws CortexError `not-found` for an unknown id, `invalid-input` for an unknown outcome, or as `flush`
   */
  resolve(id: string, outcome: TimelineOutcome, detail?: string): Promise<TimelineEntry> {
    return this.#inTurn(async () => {
      await this.#write();
      return copyJson(await (await this.#open()).resolve(id, outcome, detail));
    });
  }

  /** Flushes, publishes `timeline.crtx` and closes all files. A later call opens them again. @throws as `flush` */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#write();
      } finally {
        const store = this.#store;
        this.#store = null;
        await store?.close();
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#work.then(work);
    this.#work = turn.catch(() => undefined);
    return turn;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const entries = [...this.#buffer];
    if (entries.length === 0) return;
    try {
      await (await this.#open()).recordAll(entries);
      this.#buffer.splice(0, entries.length);
      this.#problem = null;
    } finally {
      if (this.#buffer.length > 0) this.#flushInTime();
    }
  }

  #flushInTime(): void {
    this.#timer ??= setTimeout(() => this.#flushInBackground(), FLUSH_MS).unref();
  }

  #flushInBackground(): void {
    this.flush().catch((error: unknown) => {
      this.#problem = describeError(error);
    });
  }

  async #open(): Promise<TimelineStore> {
    if (this.#store !== null) return this.#store;
    if (!this.io.exists()) await this.io.init();
    this.#store = await TimelineStore.open(this.io.runtime, this.#realRoot());
    return this.#store;
  }

  #realRoot(): string {
    const { runtime, root } = this.io;
    try {
      return runtime.fs.realpathSync(root);
    } catch (error) {
      throw fileError(error, root, 'open the project', 'read');
    }
  }
}
