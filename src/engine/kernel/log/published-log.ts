import { CortexError, describeError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { Adoption, type AdoptionOptions } from './adoption.ts';
import { KeptFiles, SETTLE_MS } from './kept-files.ts';
import { Log } from './log.ts';
import type { Appended, Loggable } from './machine.ts';
import { type ForeignFile, type Present, PublishedFile } from './published-file.ts';
import { Publisher, type PublishOutcome } from './publisher.ts';
import { Unpublished } from './unpublished.ts';

export interface PublishedLogOptions<Operation, State, Answer, Foreign> extends AdoptionOptions<Operation, State, Answer, Foreign> {
  /** A directory above the log's that is known to be durable. */
  readonly root: string;
  /** A segment above this size is sealed, in bytes. */
  readonly segmentBytes?: number;
}

/** Publishing takes at most one part in this many of a long-lived process's time. */
const SHARE = 20;
/** But it never waits longer than this: a publication may have been interrupted by a night's sleep of the machine. Milliseconds. */
const LONGEST_PAUSE_MS = 30_000;
/** A publication that came to nothing is not tried again at once. Milliseconds. */
const BEHIND_PAUSE_MS = 20;
/** The process that is publishing has seen to it after this, or has died: then another does it. Milliseconds. */
const BUSY_PAUSE_MS = 250;
/** How long a process that ends publishes for others while they write on and on, in milliseconds. */
const LONGEST_STAY_MS = 1_000;
/** What nobody has published after this was left by a process that died, in milliseconds. */
const ABANDONED_MS = 1_000;
/**
 * Why something foreign cannot be brought into the log now although nothing is broken; a folder that is read-only says `not-found` of a
 * new one, and `busy` a file in the middle of a merge.
 */
const CANNOT_WRITE: ReadonlySet<string> = new Set(['read-only', 'not-found', 'disk-full', 'clock-skew', 'clock-pinned', 'busy']);

/** A log with its published file: what a protocol's store stands on. */
export class PublishedLog<Operation extends Loggable, State, Answer, Foreign> {
  readonly #log: Log<Operation, State, Answer>;
  readonly #unpublished: Unpublished<Operation, State, Answer>;
  readonly #file: PublishedFile<Operation, State, Answer, Foreign>;
  readonly #kept: KeptFiles<Operation, State, Answer, Foreign>;
  readonly #publisher: Publisher<Operation, State, Answer, Foreign>;
  readonly #closing = new AbortController();
  #publishing: Promise<void> | null = null;
  #settling: Promise<void> | null = null;
  #opened = false;
  /** Monotonic time before which this process does not publish again. */
  #notBefore = 0;
  /** Ordinal of the last record that this process has to see published; 0 when it has seen it. */
  #owed = 0;
  #problem: string | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: PublishedLogOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#log = new Log(runtime, options);
    this.#unpublished = new Unpublished(this.#log);
    const adoption = new Adoption(runtime, this.#log, options);
    this.#file = new PublishedFile(runtime, this.#log, adoption, options);
    this.#kept = new KeptFiles(runtime, adoption, options.directory, options.projection.file);
    this.#publisher = new Publisher(runtime, this.#log, this.#file, this.#kept, options);
  }

  /** The state as of the last `read` or `transact`. */
  get state(): State {
    return this.#log.state;
  }

  /** Effective time of the last record, milliseconds. */
  get time(): number {
    return this.#log.core.time;
  }

  /** What was skipped or could not be done in the background. */
  get problems(): readonly string[] {
    return [...this.#log.problems, ...(this.#problem === null ? [] : [this.#problem])];
  }

  /** What this process could not read and has rebuilt, as long as its bytes lie beside it. */
  get rebuilt(): readonly string[] {
    return this.#publisher.rebuilt;
  }

  /**
   * Brings the state up to date with the log and with foreign changes of the published file. `foreign` means that there
   * are some, but that the log cannot be written now: `problems` says why.
   * @throws CortexError when the log cannot be read, or a foreign file that no log can rebuild
   */
  read(): Promise<Present['kind'] | 'foreign'> {
    return this.#look('wait');
  }

  async #look(whileForeign: 'wait' | 'go on'): Promise<Present['kind'] | 'foreign'> {
    this.#log.refresh();
    const { adopted } = this.#log.core;
    let present: Present | ForeignFile;
    try {
      // The first look sees all that was written before it, also into what earlier publications have replaced.
      const isFirst = !this.#opened || this.#log.core.published === null;
      if (!this.#opened) this.#settle();
      this.#opened = true;
      present = await this.#file.look(isFirst ? 'wait' : whileForeign);
      this.#restore(present);
    } catch (error) {
      if (!(error instanceof CortexError && CANNOT_WRITE.has(error.code))) throw error;
      this.#problem = describeError(error);
      return 'foreign';
    }
    if (present.kind === 'foreign') return present.kind;
    const { core } = this.#log;
    if (present.kind === 'broken' && core.published === null) throw present.error;
    if (core.adopted > adopted) this.#owe(core.adopted);
    // A writer that lives publishes sooner.
    else if (this.runtime.clock.now() - core.changedAt > ABANDONED_MS && this.#publisher.due(present)) this.#owe(core.changed);
    return present.kind;
  }

  /** Appends an operation, answers it, and sees to it that it is published. @throws CortexError; nothing was acknowledged then */
  async transact(operation: Operation): Promise<Appended<Answer>> {
    await this.#look('go on');
    const { lineage } = this.#log.core;
    const isAsSeen = () => lineage === '' || this.#log.core.lineage === lineage;
    // A log that was begun in place of a deleted one must first be told what the file says.
    const appended = this.#log.appendFrom(() => (isAsSeen() ? operation : null));
    if (appended === 'nothing') return this.transact(operation);
    if (this.#log.core.changed >= appended.place.ordinal) {
      this.#unpublished.note(operation, appended.place);
      this.#owe(appended.place.ordinal);
    }
    const maintained = this.#log.maintain();
    if (this.#log.hurried) await maintained;
    return appended;
  }

  /** Makes everything so far survive power loss. */
  sync(): Promise<void> {
    return this.#log.sync();
  }

  /** Sees this process's records published, unless another process is at it for long, and lets go of the files. */
  async close(): Promise<void> {
    this.#closing.abort();
    // The end of one may be the beginning of another.
    while (this.#publishing !== null || this.#settling !== null) await (this.#publishing ?? this.#settling);
    const maintained = this.#log.maintain();
    await this.#publishLast();
    await maintained;
    this.#log.close();
  }

  /** Publishes, unless another process is at it: that one looks at the log once more behind its turn, and sees what is there. */
  async #publishLast(): Promise<void> {
    const { clock } = this.runtime;
    let deadline = clock.monotonic() + LONGEST_STAY_MS;
    while (this.#owed > 0 && clock.monotonic() < deadline) {
      const outcome = await this.#publish();
      if (outcome === 'busy' || outcome === 'failed') return;
      if (this.#unpublished.isAdrift) deadline = clock.monotonic() + LONGEST_STAY_MS;
      // Whoever comes in this pause takes the next turn.
      if (this.#owed > 0) await this.runtime.sleep(Math.max(this.#publisher.pause, BEHIND_PAUSE_MS));
    }
  }

  /** Takes it upon this process to see a record published. */
  #owe(ordinal: number): void {
    this.#owed = Math.max(this.#owed, ordinal);
    this.#publishing ??= this.#publishInTime().finally(() => {
      this.#publishing = null;
      this.#settle();
    });
  }

  async #publishInTime(): Promise<void> {
    const { clock } = this.runtime;
    while (this.#owed > 0) {
      await this.runtime.sleep(this.#notBefore - clock.monotonic(), this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      const outcome = await this.#publish();
      if (outcome === 'failed') return;
      this.#notBefore = clock.monotonic() + this.#pauseAfter(outcome);
    }
  }

  #pauseAfter(outcome: PublishOutcome): number {
    if (outcome === 'busy') return BUSY_PAUSE_MS;
    const share = Math.min(this.#publisher.cost * (SHARE - 1), LONGEST_PAUSE_MS);
    return outcome === 'behind' ? Math.max(share, BEHIND_PAUSE_MS) : share;
  }

  /** What this process has acknowledged and not seen published is not lost with the log; the file has been adopted before. */
  #restore(present: Present | ForeignFile): void {
    const hash = present.kind === 'ours' ? present.hash : null;
    // The look may be older than the log.
    const isKnown = hash === null ? present.kind === 'missing' : this.#log.core.knows(hash);
    if (!isKnown || !this.#unpublished.isAdrift) return;
    const count = this.#unpublished.restore();
    if (count === 0) return;
    this.#owe(this.#log.core.ordinal);
    const next = 'Look again before you rely on a lock.';
    const what = `the log was deleted; ${count} acknowledged operations that were not published yet were written anew`;
    this.#log.report(describeError(new CortexError('not-found', what, { file: this.options.directory, next })));
  }

  async #publish(): Promise<PublishOutcome | 'failed'> {
    try {
      await this.#look('go on');
      const owed = this.#owed;
      const outcome = await this.#publisher.publish(owed);
      this.#problem = null;
      if (this.#unpublished.isAdrift) return 'behind';
      if (outcome === 'current' || outcome === 'published') this.#seePublished(owed);
      if (outcome === 'published') this.#oweLate();
      return outcome;
    } catch (error) {
      // The record is in the log and was acknowledged: a file that cannot be published now is published later.
      this.#problem = describeError(error);
      return this.#wasDeleted() ? 'behind' : 'failed';
    }
  }

  #seePublished(upTo: number): void {
    this.#unpublished.forget(upTo);
    if (this.#owed === upTo) this.#owed = 0;
  }

  #wasDeleted(): boolean {
    try {
      this.#log.refresh();
      return this.#unpublished.isAdrift;
    } catch {
      return false;
    }
  }

  /**
   * Others may have found this process publishing and left, and others again may have written into the file while it was replaced:
   * all that is to be published by this process, too.
   */
  #oweLate(): void {
    this.#log.refresh();
    const { changed, published } = this.#log.core;
    if (changed > (published?.upTo ?? 0)) this.#owed = Math.max(this.#owed, changed);
  }

  /** Settles what was replaced; what is too young, once more when it is old enough, or by the next process. */
  #settle(): void {
    const { adopted } = this.#log.core;
    let settled = true;
    try {
      settled = this.#kept.settle();
    } catch (error) {
      this.#problem = describeError(error);
    }
    if (this.#log.core.adopted > adopted) this.#owe(this.#log.core.adopted);
    if (settled || this.#closing.signal.aborted) return;
    this.#settling ??= this.runtime.sleep(SETTLE_MS, this.#closing.signal).then(() => {
      this.#settling = null;
      if (!this.#closing.signal.aborted) this.#settle();
    });
  }
}
