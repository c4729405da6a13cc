import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ClockReport, checkClocks } from '../clock-steps.ts';
import { type SharedAnswer, SharedAnswers } from '../leader/shared-answers.ts';
import { Takeover } from '../leader/takeover.ts';
import { Log, type LogOptions } from '../log.ts';
import type { Appended, Loggable } from '../machine.ts';
import { PublishingDuty } from '../publishing-duty.ts';
import { Adoption, type AdoptionOptions } from './adoption.ts';
import { type ForeignFile, PublishedFile, type PublishedState } from './published-file.ts';
import { Publisher, type PublishOutcome } from './publisher.ts';
import { ReplacedFileCheck } from './replaced-file-check.ts';
import { ReplacedPublications } from './replaced-publications.ts';
import { CANNOT_WRITE, currentHolder, Unpublished } from './unpublished.ts';

export interface PublishedLogOptions<Operation, State, Answer, Foreign>
  extends AdoptionOptions<Operation, State, Answer, Foreign>,
    Pick<LogOptions<Operation, State, Answer>, 'root' | 'segmentBytes' | 'notesClock'> {
  /** Enables shared answers. `isAnswer` validates an answer of another process; `answered` is called after others were answered. */
  readonly answers?: { isAnswer(value: unknown, to: Operation): value is Answer; answered(): void };
}

/** A log with its published file, the base of a protocol's store. */
export class PublishedLog<Operation extends Loggable, State, Answer, Foreign> {
  readonly #log: Log<Operation, State, Answer>;
  readonly #unpublished: Unpublished<Operation, State, Answer>;
  readonly #file: PublishedFile<Operation, State, Answer, Foreign>;
  readonly #replaced: ReplacedPublications<Operation, State, Answer, Foreign>;
  readonly #adoption: Adoption<Operation, State, Answer, Foreign>;
  readonly #publisher: Publisher<Operation, State, Answer, Foreign>;
  readonly #duty: PublishingDuty;
  readonly #sharedAnswers: SharedAnswers<Operation, State, Answer> | null = null;
  readonly #closing = new AbortController();
  readonly #replacedFileCheck: ReplacedFileCheck;
  readonly #takeover: Takeover;
  #opened = false;
  #isDisconnected = false;
  /** True if another process has answered since this one read the log. */
  #isBehind = false;
  /** Ordinal up to which the file shows the log, as of the last look. */
  #shown = 0;
  #problem: string | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: PublishedLogOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#log = new Log(runtime, {
      ...options,
      ...(options.answers && { applied: (...applied) => this.#sharedAnswers?.note(...applied) }),
    });
    this.#unpublished = new Unpublished(this.#log, options.directory);
    this.#adoption = new Adoption(runtime, this.#log, options);
    this.#file = new PublishedFile(runtime, this.#log, this.#adoption, options);
    this.#replaced = new ReplacedPublications(runtime, this.#adoption, options.directory, options.projection.file);
    this.#publisher = new Publisher(runtime, this.#log, this.#file, this.#replaced, options);
    this.#replacedFileCheck = new ReplacedFileCheck(runtime, () => this.#adoptLateWrites(), this.#closing.signal);
    this.#duty = new PublishingDuty(runtime, {
      closing: this.#closing.signal,
      publish: () => this.#publish(),
      pause: () => this.#publisher.pause,
      cost: () => this.#publisher.cost,
      isLost: () => this.#unpublished.isLost,
      publishingEnded: () => this.#replacedFileCheck.begin(),
    });
    this.#takeover = new Takeover(runtime, {
      closing: this.#closing.signal,
      last: () => this.#unpublished.last,
      join: async () => (await this.#sharedAnswers?.join()) === true,
      take: (ordinal) => this.#takeDuties(ordinal),
    });
    if (options.answers) this.#sharedAnswers = this.#answering(options.answers);
  }

  #answering({ isAnswer, answered }: NonNullable<typeof this.options.answers>): SharedAnswers<Operation, State, Answer> {
    const context = {
      look: (whileForeign: 'wait' | 'go on') => this.#lookForOthers(whileForeign),
      publishUpTo: (ordinal: number) => this.#duty.publishUpTo(ordinal),
      pending: () => this.#duty.pending,
      handedOver: (upTo: number) => this.#duty.markPublished(upTo),
      answered,
      alone: () => this.#takeover.begin(),
    };
    return new SharedAnswers(this.runtime, this.#log, context, { ...this.options, isAnswer });
  }

  /** State as of the last `read` or `transact`. @throws CortexError if another process has answered, and the log cannot be read */
  get state(): State {
    this.#catchUp();
    return this.#log.state;
  }

  /** Warnings about the clocks of the writers and of this process. */
  get clocks(): ClockReport {
    this.#catchUp();
    return checkClocks(this.runtime, this.#log.core);
  }

  /** Effective time of the last record, milliseconds. */
  get time(): number {
    this.#catchUp();
    return this.#log.core.time;
  }

  /** True while another process has answered more than this one has read. That process publishes and reports what it has answered. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** What was skipped or failed in the background. */
  get problems(): readonly string[] {
    return [...this.#log.problems, this.#problem, this.#sharedAnswers?.problem].filter((problem) => problem != null);
  }

  /** Unreadable files that this process has rebuilt, and entries that were left out, while their bytes exist beside the file. */
  get rebuilt(): readonly string[] {
    return [...this.#publisher.rebuilt, ...this.#adoption.invalid];
  }

  /**
   * Brings the state up to date with the log and with foreign changes of the published file. Returns `foreign` if there are such changes,
   * but the log cannot be written now; `problems` contains the reason.
   * @throws CortexError if the log cannot be read, or a foreign file is broken and no log can rebuild it
   */
  async read(): Promise<PublishedState['kind'] | 'foreign'> {
    const kind = await this.#look('wait');
    this.#sharedAnswers?.offer();
    return kind;
  }

  /** Like `read`, unless another process answers: that process looks at log and file instead. */
  async join(): Promise<void> {
    if ((await this.#sharedAnswers?.join()) === true) this.#isBehind = true;
    else await this.read();
  }

  async #lookForOthers(whileForeign: 'wait' | 'go on'): Promise<number | null> {
    const kind = await this.#look(whileForeign);
    if (whileForeign === 'go on') return this.#shown;
    // A process that joins leaves its duties to this one.
    if (this.#log.core.changed > this.#shown) this.#duty.publishUpTo(this.#log.core.changed);
    return kind === 'foreign' || kind === 'broken' ? null : this.#shown;
  }

  async #look(whileForeign: 'wait' | 'go on'): Promise<PublishedState['kind'] | 'foreign'> {
    this.#log.refresh();
    this.#isBehind = false;
    const { adopted } = this.#log.core;
    let present: PublishedState | ForeignFile;
    try {
      // The first look sees everything that was written before it, also into files that earlier publications replaced.
      const isFirst = !this.#opened || this.#log.core.published === null;
      const isOpening = !this.#opened;
      if (isOpening) this.#replacedFileCheck.begin();
      this.#opened = true;
      present = await this.#file.look(isFirst || this.#log.core.damaged.length > 0 ? 'wait' : whileForeign);
      this.#restore(present);
      if (isOpening) this.#adoption.lookAside();
    } catch (error) {
      if (!(error instanceof CortexError && CANNOT_WRITE.has(error.code))) throw error;
      this.#problem = describeError(error);
      return 'foreign';
    }
    if (present.kind === 'foreign') return present.kind;
    const { core } = this.#log;
    if (present.kind === 'ours') this.#shown = core.content(present.hash).upTo;
    if (present.kind === 'broken' && core.published === null) throw present.error;
    if (core.adopted > adopted) this.#duty.publishUpTo(core.adopted);
    else if (this.#publisher.isLeft(present)) this.#duty.publishUpTo(core.changed);
    return present.kind;
  }

  /** Appends an operation, returns its answer, and has it published. @throws CortexError if nothing was acknowledged */
  async transact(operation: Operation): Promise<Appended<Answer>> {
    const answered = (await this.#sharedAnswers?.ask(operation)) ?? null;
    return answered === null ? this.#transactAlone(operation) : this.#takeAnswer(operation, answered);
  }

  async #takeAnswer(operation: Operation, { place, answer, changed, shown, lineage }: SharedAnswer<Answer>): Promise<Appended<Answer>> {
    this.#isBehind = true;
    if (changed) this.#unpublished.note(operation, place, { lineage, shownBy: () => null });
    this.#unpublished.forget(shown, lineage);
    // The leader of a new log does not know the operations of the deleted one. Only this process remembers its own.
    if (this.#unpublished.isElsewhere(lineage)) await this.#look('go on');
    // If this process found the answer itself, no other process has the duties for it.
    if (this.#sharedAnswers?.isFollowing === false) this.#takeover.begin();
    return { place, answer };
  }

  async #transactAlone(operation: Operation): Promise<Appended<Answer>> {
    await this.#look('go on');
    const { lineage } = this.#log.core;
    const isAsSeen = () => lineage === '' || this.#log.core.lineage === lineage;
    // A log that was begun in place of a deleted one must adopt the file first.
    const appended = this.#log.appendFrom(() => (isAsSeen() ? operation : null));
    if (appended === 'nothing') return this.#transactAlone(operation);
    if (this.#log.core.changed >= appended.place.ordinal) {
      this.#unpublished.note(operation, appended.place, currentHolder(this.#log.core));
      this.#duty.publishUpTo(appended.place.ordinal);
    }
    const maintained = this.#log.maintain();
    if (this.#log.isOutpacingSeals) await maintained;
    await this.#sharedAnswers?.listen();
    return appended;
  }

  /** Makes everything so far durable. */
  sync(): Promise<void> {
    return this.#log.sync();
  }

  /** Disconnects from leader and followers. This process is no longer responsible for the records of others. */
  async disconnect(): Promise<void> {
    if (this.#isDisconnected) return;
    this.#isDisconnected = true;
    if (this.#sharedAnswers?.isFollowing !== true) this.#duty.add(this.#unpublished.last);
    await this.#sharedAnswers?.close();
  }

  /** Publishes this process's records, unless another process is publishing, and closes the files. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.disconnect();
    // Each of the two may start the other.
    while (this.#duty.publishing !== null || this.#replacedFileCheck.waiting !== null)
      await (this.#duty.publishing ?? this.#replacedFileCheck.waiting);
    const maintained = this.#log.maintain();
    await this.#duty.publishLast();
    await maintained;
    this.#log.close();
  }

  async #takeDuties(ordinal: number): Promise<void> {
    this.#duty.publishUpTo(ordinal);
    await this.#duty.publishing;
    if (!this.#isBehind) this.options.answers?.answered();
  }

  #catchUp(): void {
    if (!this.#isBehind) return;
    this.#log.refresh();
    this.#isBehind = false;
  }

  /** Appends unpublished operations again if the log was deleted. The file must have been adopted before. */
  #restore(present: PublishedState | ForeignFile): void {
    const hash = present.kind === 'ours' ? present.hash : null;
    // The look may be older than the log.
    const isKnown = hash === null ? present.kind === 'missing' : this.#log.core.knows(hash);
    if (!isKnown || !this.#unpublished.isLost) return;
    if (this.#unpublished.restore()) this.#duty.publishUpTo(this.#log.core.ordinal);
  }

  async #publish(): Promise<PublishOutcome | 'failed'> {
    // A leader is responsible. What this process has adopted or restored since is still its own duty.
    if (this.#duty.pending === 0) return 'current';
    try {
      await this.#look('go on');
      const { pending } = this.#duty;
      const outcome = await this.#publisher.publish(pending);
      this.#problem = null;
      if (this.#unpublished.isLost) return 'behind';
      if (outcome === 'current' || outcome === 'published') this.#seePublished(pending);
      if (outcome === 'published') this.#addLateRecords();
      return outcome;
    } catch (error) {
      // The record is in the log and was acknowledged, so the file can be published later.
      this.#problem = describeError(error);
      return this.#unpublished.isFoundLost() ? 'behind' : 'failed';
    }
  }

  #seePublished(upTo: number): void {
    this.#unpublished.forget(upTo, this.#log.core.lineage);
    this.#duty.markPublished(upTo);
  }

  /**
   * Adds records that arrived while this process published: other processes left theirs to it, or wrote into the file while it was
   * replaced.
   */
  #addLateRecords(): void {
    this.#log.refresh();
    const { changed, published } = this.#log.core;
    if (changed > (published?.upTo ?? 0)) this.#duty.add(changed);
  }

  /** Returns false while a replaced file is too recent. */
  #adoptLateWrites(): boolean {
    const { adopted } = this.#log.core;
    let isDone = true;
    try {
      isDone = this.#replaced.adoptLateWrites();
    } catch (error) {
      this.#problem = describeError(error);
    }
    if (this.#log.core.adopted > adopted) this.#duty.publishUpTo(this.#log.core.adopted);
    return isDone;
  }
}
