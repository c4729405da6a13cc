import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ClockReport, reportOf } from '../clock-steps.ts';
import { Duty } from '../duty.ts';
import { type Answered, SharedAnswers } from '../leader/shared-answers.ts';
import { Takeover } from '../leader/takeover.ts';
import { Log, type LogOptions } from '../log.ts';
import type { Appended, Loggable } from '../machine.ts';
import { Adoption, type AdoptionOptions } from './adoption.ts';
import { type ForeignFile, type Present, PublishedFile } from './published-file.ts';
import { Publisher, type PublishOutcome } from './publisher.ts';
import { ReplacedPublications } from './replaced-publications.ts';
import { Settling } from './settling.ts';
import { CANNOT_WRITE, holderOf, Unpublished } from './unpublished.ts';

export interface PublishedLogOptions<Operation, State, Answer, Foreign>
  extends AdoptionOptions<Operation, State, Answer, Foreign>,
    Pick<LogOptions<Operation, State, Answer>, 'root' | 'segmentBytes' | 'notesClock'> {
  /** Where one process answers for all: whether what another one sent is an answer, and who is told that others were answered. */
  readonly answers?: { isAnswer(value: unknown, to: Operation): value is Answer; answered(): void };
}

/** A log with its published file: what a protocol's store stands on. */
export class PublishedLog<Operation extends Loggable, State, Answer, Foreign> {
  readonly #log: Log<Operation, State, Answer>;
  readonly #unpublished: Unpublished<Operation, State, Answer>;
  readonly #file: PublishedFile<Operation, State, Answer, Foreign>;
  readonly #kept: ReplacedPublications<Operation, State, Answer, Foreign>;
  readonly #adoption: Adoption<Operation, State, Answer, Foreign>;
  readonly #publisher: Publisher<Operation, State, Answer, Foreign>;
  readonly #duty: Duty;
  readonly #answers: SharedAnswers<Operation, State, Answer> | null = null;
  readonly #closing = new AbortController();
  readonly #settling: Settling;
  readonly #takingBack: Takeover;
  #opened = false;
  #hasParted = false;
  /** Another process has answered since this one read the log. */
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
      ...(options.answers && { applied: (...applied) => this.#answers?.note(...applied) }),
    });
    this.#unpublished = new Unpublished(this.#log, options.directory);
    this.#adoption = new Adoption(runtime, this.#log, options);
    this.#file = new PublishedFile(runtime, this.#log, this.#adoption, options);
    this.#kept = new ReplacedPublications(runtime, this.#adoption, options.directory, options.projection.file);
    this.#publisher = new Publisher(runtime, this.#log, this.#file, this.#kept, options);
    this.#settling = new Settling(runtime, () => this.#settle(), this.#closing.signal);
    this.#duty = new Duty(runtime, {
      closing: this.#closing.signal,
      publish: () => this.#publish(),
      pause: () => this.#publisher.pause,
      cost: () => this.#publisher.cost,
      isAdrift: () => this.#unpublished.isAdrift,
      rested: () => this.#settling.begin(),
    });
    this.#takingBack = new Takeover(runtime, {
      closing: this.#closing.signal,
      last: () => this.#unpublished.last,
      join: async () => (await this.#answers?.join()) === true,
      take: (ordinal) => this.#takeDuties(ordinal),
    });
    if (options.answers) this.#answers = this.#answering(options.answers);
  }

  #answering({ isAnswer, answered }: NonNullable<typeof this.options.answers>): SharedAnswers<Operation, State, Answer> {
    const desk = {
      look: (whileForeign: 'wait' | 'go on') => this.#lookForOthers(whileForeign),
      owe: (ordinal: number) => this.#duty.owe(ordinal),
      owed: () => this.#duty.owed,
      handedOver: (owed: number) => this.#duty.seen(owed),
      answered,
      alone: () => this.#takingBack.begin(),
    };
    return new SharedAnswers(this.runtime, this.#log, desk, { ...this.options, isAnswer });
  }

  /** The state as of the last `read` or `transact`. @throws CortexError when another process has answered, and the log cannot be read */
  get state(): State {
    this.#catchUp();
    return this.#log.state;
  }

  /** What is odd about the clocks of the writers, and about the one of this process. */
  get clocks(): ClockReport {
    this.#catchUp();
    return reportOf(this.runtime, this.#log.core);
  }

  /** Effective time of the last record, milliseconds. */
  get time(): number {
    this.#catchUp();
    return this.#log.core.time;
  }

  /** True while the state is older than what another process has answered: that one sees published and told what it has answered. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** What was skipped or could not be done in the background. */
  get problems(): readonly string[] {
    return [...this.#log.problems, this.#problem, this.#answers?.problem].filter((problem) => problem != null);
  }

  /** What could not be read: what this process has rebuilt, and entries that were left out, as long as their bytes lie beside the file. */
  get rebuilt(): readonly string[] {
    return [...this.#publisher.rebuilt, ...this.#adoption.invalid];
  }

  /**
   * Brings the state up to date with the log and with foreign changes of the published file. `foreign` means that there
   * are some, but that the log cannot be written now: `problems` says why.
   * @throws CortexError when the log cannot be read, or a foreign file that no log can rebuild
   */
  async read(): Promise<Present['kind'] | 'foreign'> {
    const kind = await this.#look('wait');
    this.#answers?.offer();
    return kind;
  }

  /** As `read`, where no other process answers: what there is to see is seen by that one. */
  async join(): Promise<void> {
    if ((await this.#answers?.join()) === true) this.#isBehind = true;
    else await this.read();
  }

  async #lookForOthers(whileForeign: 'wait' | 'go on'): Promise<number | null> {
    const kind = await this.#look(whileForeign);
    if (whileForeign === 'go on') return this.#shown;
    // Whoever joins leaves its duties to this process.
    if (this.#log.core.changed > this.#shown) this.#duty.owe(this.#log.core.changed);
    return kind === 'foreign' || kind === 'broken' ? null : this.#shown;
  }

  async #look(whileForeign: 'wait' | 'go on'): Promise<Present['kind'] | 'foreign'> {
    this.#log.refresh();
    this.#isBehind = false;
    const { adopted } = this.#log.core;
    let present: Present | ForeignFile;
    try {
      // The first look sees all that was written before it, also into what earlier publications have replaced.
      const isFirst = !this.#opened || this.#log.core.published === null;
      const isOpening = !this.#opened;
      if (isOpening) this.#settling.begin();
      this.#opened = true;
      present = await this.#file.look(isFirst ? 'wait' : whileForeign);
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
    if (core.adopted > adopted) this.#duty.owe(core.adopted);
    else if (this.#publisher.isLeft(present)) this.#duty.owe(core.changed);
    return present.kind;
  }

  /** Appends an operation, answers it, and sees to it that it is published. @throws CortexError; nothing was acknowledged then */
  async transact(operation: Operation): Promise<Appended<Answer>> {
    const answered = (await this.#answers?.ask(operation)) ?? null;
    return answered === null ? this.#transactAlone(operation) : this.#takeAnswer(operation, answered);
  }

  async #takeAnswer(operation: Operation, { place, answer, changed, shown, lineage }: Answered<Answer>): Promise<Appended<Answer>> {
    this.#isBehind = true;
    if (changed) this.#unpublished.note(operation, place, { lineage, shownBy: () => null });
    this.#unpublished.forget(shown, lineage);
    // The leader of another log answers as if nothing had happened: what the deleted one held only this process remembers.
    if (this.#unpublished.isElsewhere(lineage)) await this.#look('go on');
    // An answer that was found alone, and late: nobody else has the duties that come with it.
    if (this.#answers?.isFollowing === false) this.#takingBack.begin();
    return { place, answer };
  }

  async #transactAlone(operation: Operation): Promise<Appended<Answer>> {
    await this.#look('go on');
    const { lineage } = this.#log.core;
    const isAsSeen = () => lineage === '' || this.#log.core.lineage === lineage;
    // A log that was begun in place of a deleted one must first be told what the file says.
    const appended = this.#log.appendFrom(() => (isAsSeen() ? operation : null));
    if (appended === 'nothing') return this.#transactAlone(operation);
    if (this.#log.core.changed >= appended.place.ordinal) {
      this.#unpublished.note(operation, appended.place, holderOf(this.#log.core));
      this.#duty.owe(appended.place.ordinal);
    }
    const maintained = this.#log.maintain();
    if (this.#log.hurried) await maintained;
    await this.#answers?.listen();
    return appended;
  }

  /** Makes everything so far survive power loss. */
  sync(): Promise<void> {
    return this.#log.sync();
  }

  /** Parts with leader and followers: what comes of the records of others is not this process's from then on. */
  async part(): Promise<void> {
    if (this.#hasParted) return;
    this.#hasParted = true;
    if (this.#answers?.isFollowing !== true) this.#duty.add(this.#unpublished.last);
    await this.#answers?.close();
  }

  /** Sees this process's records published, unless another process is at it for long, and lets go of the files. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.part();
    // The end of one may be the beginning of another.
    while (this.#duty.publishing !== null || this.#settling.waiting !== null) await (this.#duty.publishing ?? this.#settling.waiting);
    const maintained = this.#log.maintain();
    await this.#duty.publishLast();
    await maintained;
    this.#log.close();
  }

  async #takeDuties(ordinal: number): Promise<void> {
    this.#duty.owe(ordinal);
    await this.#duty.publishing;
    if (!this.#isBehind) this.options.answers?.answered();
  }

  #catchUp(): void {
    if (!this.#isBehind) return;
    this.#log.refresh();
    this.#isBehind = false;
  }

  /** What this process has acknowledged and not seen published is not lost with the log; the file has been adopted before. */
  #restore(present: Present | ForeignFile): void {
    const hash = present.kind === 'ours' ? present.hash : null;
    // The look may be older than the log.
    const isKnown = hash === null ? present.kind === 'missing' : this.#log.core.knows(hash);
    if (!isKnown || !this.#unpublished.isAdrift) return;
    if (this.#unpublished.restore()) this.#duty.owe(this.#log.core.ordinal);
  }

  async #publish(): Promise<PublishOutcome | 'failed'> {
    // A leader has it. What this process has adopted or restored since is still its own.
    if (this.#duty.owed === 0) return 'current';
    try {
      await this.#look('go on');
      const { owed } = this.#duty;
      const outcome = await this.#publisher.publish(owed);
      this.#problem = null;
      if (this.#unpublished.isAdrift) return 'behind';
      if (outcome === 'current' || outcome === 'published') this.#seePublished(owed);
      if (outcome === 'published') this.#oweLate();
      return outcome;
    } catch (error) {
      // The record is in the log and was acknowledged: a file that cannot be published now is published later.
      this.#problem = describeError(error);
      return this.#unpublished.isFoundAdrift() ? 'behind' : 'failed';
    }
  }

  #seePublished(upTo: number): void {
    this.#unpublished.forget(upTo, this.#log.core.lineage);
    this.#duty.seen(upTo);
  }

  /**
   * Others may have found this process publishing and left, and others again may have written into the file while it was replaced:
   * all that is to be published by this process, too.
   */
  #oweLate(): void {
    this.#log.refresh();
    const { changed, published } = this.#log.core;
    if (changed > (published?.upTo ?? 0)) this.#duty.add(changed);
  }

  /** False while something that was replaced is too young. */
  #settle(): boolean {
    const { adopted } = this.#log.core;
    let settled = true;
    try {
      settled = this.#kept.settle();
    } catch (error) {
      this.#problem = describeError(error);
    }
    if (this.#log.core.adopted > adopted) this.#duty.owe(this.#log.core.adopted);
    return settled;
  }
}
