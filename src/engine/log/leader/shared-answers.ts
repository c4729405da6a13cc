import type { Runtime } from '../../platform/runtime.ts';
import type { Log } from '../log.ts';
import type { Appended, Loggable, LogMachine } from '../machine.ts';
import type { RecordSpan } from '../record-place.ts';
import { AnswerAudit } from './answer-audit.ts';
import { FollowerClient } from './follower-client.ts';
import { LeaderElection } from './leader-election.ts';
import { Leadership, type LeadershipContext } from './leadership.ts';
import { findRecordOutcome, type RecordOutcome, type WrittenRecord } from './record-outcome.ts';

export interface SharedAnswersOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** Whether a value from another process of this version is an answer to an operation. */
  readonly isAnswer: (value: unknown, to: Operation) => value is Answer;
}

/** What shared answers need from the rest of the process. */
export interface SharedAnswersContext extends LeadershipContext {
  /** Returns the ordinal of the last record that this process must publish; 0 for none. */
  pending(): number;
  /** Called when another process leads, and has become responsible for publishing up to this ordinal. */
  handedOver(upTo: number): void;
  /** Called when the leader is gone. What it had to publish may fall back to this process. */
  alone(): void;
}

/** Another process's answer to a record. */
export interface SharedAnswer<Answer> extends Appended<Answer> {
  /** Whether a publication would show a difference. */
  readonly changed: boolean;
  /** Ordinal up to which the published file shows the log; 0 if unknown. */
  readonly shown: number;
  /** Lineage of the log. */
  readonly lineage: string;
}

/** A process that made this many transactions with one store may lead: it is not a command that runs once. */
const LEADS_AFTER = 2;
/** So may a process that has had the log open for this long, in milliseconds. */
const LEADS_AFTER_MS = 1_000;
/** Delay before looking again while another process becomes the leader, in milliseconds. */
const ELECTION_MS = 4;
/** How long a process works alone after too many failed attempts, in milliseconds. */
const ALONE_MS = 50;
/** How long it works alone after a leader hung and it could not lead instead, in milliseconds. Each call takes five seconds. */
const SILENT_MS = 60_000;
/** After this many refusals in a row the leader and this process are assumed to be incompatible. */
const REFUSALS = 3;
/** Most attempts before this process works alone, which is always correct. */
const ATTEMPTS = 20;

/**
 * Result of an attempt to follow a leader. `alone`: this process works without one for a while. `none`: no leader, but there may soon be one.
 * `gone`: there was one. `silent`: it hung, and its leader file was removed.
 */
type JoinResult<Follower> =
  | { readonly kind: 'following'; readonly follower: Follower }
  | { readonly kind: 'alone'; readonly follower: null }
  | { readonly kind: 'none' | 'gone' | 'silent' };

/** Lets one process answer for all that have a log open (docs/decisions/0027-log-leader.md). */
export class SharedAnswers<Operation extends Loggable, State, Answer> {
  readonly #election: LeaderElection;
  readonly #leading: Leadership<Operation, State, Answer>;
  readonly #trust: AnswerAudit<Operation, State, Answer>;
  #follower: FollowerClient<Operation, State, Answer> | null = null;
  /** Holder of the leadership that this process called last. */
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
    private readonly context: SharedAnswersContext,
    private readonly options: SharedAnswersOptions<Operation, State, Answer>,
  ) {
    this.#election = new LeaderElection(runtime, options.directory);
    this.#leading = new Leadership(runtime, log, context, this.#election);
    this.#trust = new AnswerAudit(runtime, options);
    this.#openedAt = runtime.clock.monotonic();
  }

  /** True while another process performs this one's duties. */
  get isFollowing(): boolean {
    return this.#follower?.isOpen === true;
  }

  /** Why this process no longer follows any leader; `null` while it may. */
  get problem(): string | null {
    return this.#trust.problem;
  }

  /** Caches the answer to a record for followers. */
  note(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void {
    this.#leading.note(appended, span, changed);
  }

  /** Finds a leader. Returns false if this process must read the log itself. */
  async join(): Promise<boolean> {
    return (await this.#link()) !== null;
  }

  /** Offers to lead if this process has used the log enough and there is no leader. Resigns if its leader file was removed or replaced. */
  offer(): void {
    if (this.#election.wasTaken()) void this.#leading.resign();
    else if (!this.#leading.isLeading && this.log.begun && this.#mayLead && !this.isFollowing && this.#election.holder === null)
      void this.#link();
  }

  /**
   * Gives followers time to be heard, which they would never get from a leader that writes without a pause. Ends when no question comes, or
   * when half as many were answered as there are followers: a leader that works faster than the others would be the first to end. Resigns
   * if its leader file was removed or replaced.
   */
  listen(): Promise<void> {
    return this.#leading.listen();
  }

  /**
   * Writes an operation and gets its answer from the leader. `null`: nothing was written, and this process must do it itself.
   * @throws CortexError like `Log.append`, and if an operation was written, but its answer can no longer be computed
   */
  async ask(operation: Operation): Promise<SharedAnswer<Answer> | null> {
    this.#transacted += 1;
    for (let n = 0; n < ATTEMPTS; n++) {
      const follower = await this.#link();
      if (follower === null) return null;
      const answered = await follower.write(operation, (written) => this.#answerTo(written, operation));
      if (answered !== null && answered !== 'never') return answered;
    }
    return null;
  }

  /** Disconnects, after a short time for what was asked. Leaders still publish what they have answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#follower?.close();
    await this.#leading.resign();
  }

  async #answerTo(written: WrittenRecord, operation: Operation): Promise<SharedAnswer<Answer> | 'never'> {
    // If the leader goes away, the next one may know the record too.
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
    return assumeUnpublished(findRecordOutcome(this.runtime, this.options, written));
  }

  /** Works alone from now on. @param outcome real result of the record that was answered wrongly */
  #distrust(outcome: RecordOutcome<Answer>): SharedAnswer<Answer> | 'never' {
    this.#goAlone(Number.POSITIVE_INFINITY);
    this.#follower?.close();
    this.context.alone();
    return assumeUnpublished(outcome);
  }

  get #mayLead(): boolean {
    return this.#transacted >= LEADS_AFTER || this.runtime.clock.monotonic() - this.#openedAt >= LEADS_AFTER_MS;
  }

  /** Returns the leader to ask; `null` if this process leads or works alone. */
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
    let hadLeader = this.#follower !== null;
    this.#follower = null;
    if (wasSilent && !this.#election.removeLeader(this.#followed)) return this.#goAlone(SILENT_MS);
    for (let n = 0; n < ATTEMPTS; n++) {
      const found = await this.#join();
      if ('follower' in found) return found.follower;
      if (found.kind === 'silent' && wasSilent) return this.#goAlone(SILENT_MS);
      wasSilent ||= found.kind === 'silent';
      hadLeader ||= found.kind !== 'none';
      // Where there was a leader a moment ago, there will soon be another.
      if (!this.#mayLead && !hadLeader) return null;
      if (this.#mayLead && (await this.#lead())) return null;
      await this.runtime.sleep(ELECTION_MS);
    }
    return this.#goAlone(ALONE_MS);
  }

  async #join(): Promise<JoinResult<FollowerClient<Operation, State, Answer>>> {
    if (!this.#election.isPossible) return this.#alone(Number.POSITIVE_INFINITY);
    const leader = this.#election.find();
    if (leader === 'unsafe') return this.#alone(LEADS_AFTER_MS);
    if (leader === 'none') return { kind: 'none' };
    const pending = this.context.pending();
    this.#followed = leader.holder;
    const found = await FollowerClient.join(this.runtime, this.options, leader, () => this.context.alone());
    if (found instanceof FollowerClient) {
      if (this.#isClosed) {
        found.close();
        return { kind: 'alone', follower: null };
      }
      this.#refusals = 0;
      this.#follower = found;
      this.context.handedOver(pending);
      return { kind: 'following', follower: found };
    }
    if (found === 'impossible') return this.#alone(LEADS_AFTER_MS);
    // Also for a leader whose socket was deleted: it cannot be reached.
    const isVacant = found !== 'closed' && this.#election.removeLeader(this.#followed);
    if (found === 'silent') return isVacant ? { kind: 'silent' } : this.#alone(SILENT_MS);
    // It may have died long ago, so there is no reason to wait for the next one.
    if (found === 'dead') return { kind: 'none' };
    if (found === 'closed' && ++this.#refusals >= REFUSALS) return this.#alone(LEADS_AFTER_MS);
    return { kind: 'gone' };
  }

  /** Returns true if the election is decided: this process leads, or no process can. */
  async #lead(): Promise<boolean> {
    const begun = await this.#leading.begin(() => !this.#isClosed);
    if (begun === 'impossible') this.#goAlone(LEADS_AFTER_MS);
    return begun !== 'taken';
  }

  #alone(ms: number): JoinResult<never> {
    this.#goAlone(ms);
    return { kind: 'alone', follower: null };
  }

  #goAlone(ms: number): null {
    this.#aloneUntil = this.runtime.clock.monotonic() + ms;
    return null;
  }
}

/** Without a leader's report, assumes that the published file does not show the record, so that this process publishes it. */
function assumeUnpublished<Answer>(outcome: RecordOutcome<Answer>): SharedAnswer<Answer> | 'never' {
  return outcome === 'never' ? outcome : { ...outcome, changed: true, shown: 0 };
}
