import type { Runtime } from '../../platform/runtime.ts';
import type { RecordSpan } from '../core-state.ts';
import type { Log } from '../log.ts';
import type { Appended, Loggable, LogMachine } from '../machine.ts';
import { type Fate, fateOf, type Written } from './fate.ts';
import { FollowerClient } from './follower-client.ts';
import { LeaderElection } from './leader-election.ts';
import { Leadership, type LeadershipContext } from './leadership.ts';
import { Trust } from './trust.ts';

export interface SharedAnswersOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** Whether what another process of this version sent is an answer to that operation. */
  readonly isAnswer: (value: unknown, to: Operation) => value is Answer;
}

/** What the rest of the process does with the log. */
export interface SharedAnswersContext extends LeadershipContext {
  /** Ordinal of the last record that this process is to see published; 0 for none. */
  owed(): number;
  /** Another process leads, and has taken over what was to be published up to this ordinal. */
  handedOver(owed: number): void;
  /** A leader has gone, and what it was to see published may be for this process to do. */
  alone(): void;
}

/** What another process found at the place of a record. */
export interface Answered<Answer> extends Appended<Answer> {
  /** Whether a publication shows a difference. */
  readonly changed: boolean;
  /** Ordinal up to which the published file shows the log; 0 where that was not said. */
  readonly shown: number;
  /** Of the log. */
  readonly lineage: string;
}

/** Whoever has transacted so often with one store is no command that is run once. */
const LEADS_AFTER = 2;
/** Nor is whoever has it open for so long, in milliseconds. */
const LEADS_AFTER_MS = 1_000;
/** While another process takes the seat, it is called again after this. Milliseconds. */
const ELECTION_MS = 4;
/** Whoever has tried so often in vain does not try again for so long, in milliseconds. */
const ALONE_MS = 50;
/** Whoever met a leader that hangs, and cannot take its place, does not call for so long: each call takes five seconds. Milliseconds. */
const SILENT_MS = 60_000;
/** Whoever was turned away so often in a row does not understand this process, or the other way round. */
const REFUSALS = 3;
/** To go on alone is always right: after so many attempts it is what is left. */
const ATTEMPTS = 20;

/** Lets one process answer for all that have a log open (docs/decisions/0027-one-process-answers-for-all.md). */
export class SharedAnswers<Operation extends Loggable, State, Answer> {
  readonly #seat: LeaderElection;
  readonly #leading: Leadership<Operation, State, Answer>;
  readonly #trust: Trust<Operation, State, Answer>;
  #follower: FollowerClient<Operation, State, Answer> | null = null;
  /** Whose seat it was when this process called last. */
  #followed = '';
  #linking: Promise<FollowerClient<Operation, State, Answer> | null> | null = null;
  readonly #openedAt: number;
  #transacted = 0;
  #aloneUntil = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  #isClosed = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly desk: SharedAnswersContext,
    private readonly options: SharedAnswersOptions<Operation, State, Answer>,
  ) {
    this.#seat = new LeaderElection(runtime, options.directory);
    this.#leading = new Leadership(runtime, log, desk, this.#seat);
    this.#trust = new Trust(runtime, options);
    this.#openedAt = runtime.clock.monotonic();
  }

  /** True while another process has this one's duties. */
  get isFollowing(): boolean {
    return this.#follower?.isOpen === true;
  }

  /** Why this process listens to nobody any more; `null` while it does. */
  get problem(): string | null {
    return this.#trust.problem;
  }

  /** Keeps what the log says at the place of a record, for whoever asks. */
  note(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void {
    this.#leading.note(appended, span, changed);
  }

  /** Finds somebody who answers. False: this process reads for itself. */
  async join(): Promise<boolean> {
    return (await this.#link()) !== null;
  }

  /** Offers to lead, if this process has the log open for long and there is nobody; a leader that nobody finds any more leads no longer. */
  offer(): void {
    if (this.#seat.wasTaken()) void this.#leading.resign();
    else if (!this.#leading.isLeading && this.log.begun && this.#mayLead && !this.isFollowing && this.#seat.holder === null)
      void this.#link();
  }

  /**
   * Lets a leader hear the others: one that writes without a pause never would. It goes on when nobody asks, or when it has answered
   * half as many as follow it: whoever leads works no faster than all, or it would be the first to end. One that nobody finds any more
   * leads no longer.
   */
  listen(): Promise<void> {
    return this.#leading.listen();
  }

  /**
   * Writes an operation and has it answered. `null`: nothing was written, and this process is to do it by itself.
   * @throws CortexError as `Log.append`, and when an operation was written whose answer nobody can tell any more
   */
  async ask(operation: Operation): Promise<Answered<Answer> | null> {
    this.#transacted += 1;
    for (let n = 0; n < ATTEMPTS; n++) {
      const follower = await this.#link();
      if (follower === null) return null;
      const answered = await follower.write(operation, (written) => this.#answerTo(written, operation));
      if (answered !== null && answered !== 'never') return answered;
    }
    return null;
  }

  /** Parts with all, after a moment for what was asked. What was answered by others and is not published is theirs to publish. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#follower?.close();
    await this.#leading.resign();
  }

  async #answerTo(written: Written, operation: Operation): Promise<Answered<Answer> | 'never'> {
    // When a leader goes, the next one may know the record, too.
    for (let n = 0; n < 2; n++) {
      const follower = await this.#link();
      const reply = (await follower?.answerTo(written.id)) ?? null;
      if (follower === null || reply === null) continue;
      if (reply.found === null) break;
      const { answer, ordinal, time, changed } = reply.found;
      if (!this.options.isAnswer(answer, operation)) break;
      const { lineage } = follower;
      const difference = this.#trust.difference(written, operation.op, { found: reply.found, lineage });
      if (difference !== null) return this.#distrust(difference);
      return { place: { ordinal, time, id: written.id }, answer, changed, shown: reply.shown, lineage };
    }
    return shownNowhere(fateOf(this.runtime, this.options, written));
  }

  /** Goes on alone for good. @param fate of the record that was answered wrongly */
  #distrust(fate: Fate<Answer>): Answered<Answer> | 'never' {
    this.#goAlone(Number.POSITIVE_INFINITY);
    this.#follower?.close();
    this.desk.alone();
    return shownNowhere(fate);
  }

  get #mayLead(): boolean {
    return this.#transacted >= LEADS_AFTER || this.runtime.clock.monotonic() - this.#openedAt >= LEADS_AFTER_MS;
  }

  /** Whom to ask; `null` for nobody: this process leads, or goes on alone. */
  async #link(): Promise<FollowerClient<Operation, State, Answer> | null> {
    if (this.isFollowing) return this.#follower;
    if (this.#leading.isLeading || this.#isClosed || this.runtime.clock.monotonic() < this.#aloneUntil) return null;
    this.#linking ??= this.#findLeader().finally(() => {
      this.#linking = null;
    });
    return this.#linking;
  }

  async #findLeader(): Promise<FollowerClient<Operation, State, Answer> | null> {
    let wasSilent = this.#follower?.wasSilent === true;
    let wasSomebody = this.#follower !== null;
    this.#follower = null;
    if (wasSilent && !this.#seat.vacate(this.#followed)) return this.#goAlone(SILENT_MS);
    for (let n = 0; n < ATTEMPTS; n++) {
      const found = await this.#join();
      if (typeof found !== 'string') return found;
      if (found === 'silent' && wasSilent) return this.#goAlone(SILENT_MS);
      wasSilent ||= found === 'silent';
      wasSomebody ||= found !== 'nobody';
      // Where there was somebody a moment ago there is soon somebody else.
      if (!this.#mayLead && !wasSomebody) return null;
      if (this.#mayLead && (await this.#lead())) return null;
      await this.runtime.sleep(ELECTION_MS);
    }
    return this.#goAlone(ALONE_MS);
  }

  /** `nobody`: there is no leader now, but there may soon be one. `gone`: there was one. `silent`: it hung, and its seat was taken away. */
  async #join(): Promise<FollowerClient<Operation, State, Answer> | null | 'nobody' | 'gone' | 'silent'> {
    if (!this.#seat.isPossible) return this.#goAlone(Number.POSITIVE_INFINITY);
    const seated = this.#seat.find();
    if (seated === 'unsafe') return this.#goAlone(LEADS_AFTER_MS);
    if (seated === 'nobody') return seated;
    const owed = this.desk.owed();
    this.#followed = seated.holder;
    const found = await FollowerClient.join(this.runtime, this.options, seated, () => this.desk.alone());
    if (found instanceof FollowerClient) {
      if (this.#isClosed) {
        found.close();
        return null;
      }
      this.#refusals = 0;
      this.#follower = found;
      this.desk.handedOver(owed);
      return found;
    }
    if (found === 'impossible') return this.#goAlone(LEADS_AFTER_MS);
    // Also a socket that somebody has removed leads nowhere.
    const isVacant = found !== 'closed' && this.#seat.vacate(this.#followed);
    if (found === 'silent') return isVacant ? 'silent' : this.#goAlone(SILENT_MS);
    // It may have died long ago: that is no reason to wait for the next one.
    if (found === 'dead') return 'nobody';
    if (found === 'closed' && ++this.#refusals >= REFUSALS) return this.#goAlone(LEADS_AFTER_MS);
    return 'gone';
  }

  /** True when this process has decided: it leads, or nobody can. */
  async #lead(): Promise<boolean> {
    const begun = await this.#leading.begin(() => !this.#isClosed);
    if (begun === 'impossible') this.#goAlone(LEADS_AFTER_MS);
    return begun !== 'taken';
  }

  #goAlone(ms: number): null {
    this.#aloneUntil = this.runtime.clock.monotonic() + ms;
    return null;
  }
}

/** Where nobody has said up to where the published file shows the log, this process sees to that. */
function shownNowhere<Answer>(fate: Fate<Answer>): Answered<Answer> | 'never' {
  return fate === 'never' ? fate : { ...fate, changed: true, shown: 0 };
}
