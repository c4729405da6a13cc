import type { Runtime } from '../../runtime.ts';
import type { RecordSpan } from '../core-state.ts';
import type { Log } from '../log.ts';
import type { Appended, Loggable, LogMachine } from '../machine.ts';
import { fateOf, type Written } from './fate.ts';
import { Follower } from './follower.ts';
import { Leader, type Standing } from './leader.ts';
import { RecentAnswers } from './recent-answers.ts';
import { Seat } from './seat.ts';

export interface AnswersOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** Whether what another process of this version sent is an answer to that operation. */
  readonly isAnswer: (value: unknown, to: Operation) => value is Answer;
}

/** What the rest of the process does with the log. */
export interface AnswersDesk {
  /** As `LeaderDesk.look`. */
  look(whileForeign: 'wait' | 'go on'): Promise<number | null>;
  /** Another process's record was answered, so it is for this one to see it published. */
  owe(ordinal: number): void;
  /** Ordinal of the last record that this process is to see published; 0 for none. */
  owed(): number;
  /** Another process leads, and has taken over what was to be published up to this ordinal. */
  handedOver(owed: number): void;
  /** Others were answered. */
  answered(): void;
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
/** A leader whom nobody follows yet listens for calls at least so often, in milliseconds. */
const UNHEARD_MS = 2;
/** A leader that ends waits so long for those to whom it has said so, in milliseconds. */
const FAREWELL_MS = 500;
/** Whoever was turned away so often in a row does not understand this process, or the other way round. */
const REFUSALS = 3;
/** To go on alone is always right: after so many attempts it is what is left. */
const ATTEMPTS = 20;

/** Lets one process answer for all that have a log open (docs/decisions/0027-one-process-answers-for-all.md). */
export class Answers<Operation extends Loggable, State, Answer> {
  readonly #seat: Seat;
  readonly #recent = new RecentAnswers();
  /** The log whose answers are kept: another object when it was read anew. */
  #core: unknown = null;
  #follower: Follower<Operation, State, Answer> | null = null;
  /** Whose seat it was when this process called last. */
  #followed = '';
  #leader: Leader | null = null;
  #leave: (() => void) | null = null;
  #linking: Promise<Follower<Operation, State, Answer> | null> | null = null;
  readonly #openedAt: number;
  #transacted = 0;
  #heardAt = 0;
  #aloneUntil = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  #isClosed = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly desk: AnswersDesk,
    private readonly options: AnswersOptions<Operation, State, Answer>,
  ) {
    this.#seat = new Seat(runtime, options.directory);
    this.#openedAt = runtime.clock.monotonic();
  }

  /** True while another process has this one's duties. */
  get isFollowing(): boolean {
    return this.#follower?.isOpen === true;
  }

  /** Keeps what the log says at the place of a record, for whoever asks. */
  note(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void {
    if (this.#leader === null) return;
    this.#forgetOthers();
    this.#recent.note(appended, span, changed);
  }

  /** Finds somebody who answers. False: this process reads for itself. */
  async join(): Promise<boolean> {
    return (await this.#link()) !== null;
  }

  /** Offers to lead, if this process has the log open for long and there is nobody; a leader that nobody finds any more leads no longer. */
  offer(): void {
    if (this.#seat.wasTaken()) void this.#resign();
    else if (this.#leader === null && this.log.begun && this.#mayLead && !this.isFollowing && this.#seat.holder === null) void this.#link();
  }

  /**
   * Lets a leader hear the others: one that writes without a pause never would. It goes on when nobody asks, or when it has answered
   * half as many as follow it: whoever leads works no faster than all, or it would be the first to end. One that nobody finds any more
   * leads no longer.
   */
  async listen(): Promise<void> {
    const leader = this.#leader;
    if (leader === null) return;
    if (this.#seat.wasTaken()) return this.#resign();
    const now = this.runtime.clock.monotonic();
    if (leader.followers === 0 && now - this.#heardAt < UNHEARD_MS) return;
    this.#heardAt = now;
    const enough = leader.answered + leader.followers / 2;
    let answered: number;
    do {
      ({ answered } = leader);
      await this.runtime.sleep(0);
    } while (leader.answered > answered && leader.answered < enough);
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
    await this.#resign();
  }

  async #resign(): Promise<void> {
    this.#leave?.();
    this.#leave = null;
    await this.#leader?.close((gone) => {
      const over = new AbortController();
      void gone.then(() => over.abort());
      return this.runtime.sleep(FAREWELL_MS, over.signal);
    });
    this.#leader = null;
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
      return { place: { ordinal, time, id: written.id }, answer, changed, shown: reply.shown, lineage: follower.lineage };
    }
    const fate = fateOf(this.runtime, this.options, written);
    return fate === 'never' ? fate : { ...fate, changed: true, shown: 0 };
  }

  get #mayLead(): boolean {
    return this.#transacted >= LEADS_AFTER || this.runtime.clock.monotonic() - this.#openedAt >= LEADS_AFTER_MS;
  }

  /** Whom to ask; `null` for nobody: this process leads, or goes on alone. */
  async #link(): Promise<Follower<Operation, State, Answer> | null> {
    if (this.isFollowing) return this.#follower;
    if (this.#leader !== null || this.#isClosed || this.runtime.clock.monotonic() < this.#aloneUntil) return null;
    this.#linking ??= this.#findLeader().finally(() => {
      this.#linking = null;
    });
    return this.#linking;
  }

  async #findLeader(): Promise<Follower<Operation, State, Answer> | null> {
    if (this.#follower?.wasSilent === true) this.#seat.vacate(this.#followed);
    let wasSomebody = this.#follower !== null;
    this.#follower = null;
    for (let n = 0; n < ATTEMPTS; n++) {
      const found = await this.#join();
      if (typeof found !== 'string') return found;
      wasSomebody ||= found === 'gone';
      // Where there was somebody a moment ago there is soon somebody else.
      if (!this.#mayLead && !wasSomebody) return null;
      if (this.#mayLead && (await this.#lead())) return null;
      await this.runtime.sleep(ELECTION_MS);
    }
    return this.#goAlone(ALONE_MS);
  }

  /** `nobody`: there is no leader now, but there may soon be one. `gone`: there was one. */
  async #join(): Promise<Follower<Operation, State, Answer> | null | 'nobody' | 'gone'> {
    const { address, holder } = this.#seat;
    if (address === null) return this.#goAlone(Number.POSITIVE_INFINITY);
    if (holder === null) return 'nobody';
    const owed = this.desk.owed();
    this.#followed = holder;
    const found = await Follower.join(this.runtime, this.options, address, () => this.desk.alone());
    if (found instanceof Follower) {
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
    if (found === 'silent' || found === 'dead') this.#seat.vacate(this.#followed);
    // It may have died long ago: that is no reason to wait for the next one.
    if (found === 'dead') return 'nobody';
    if (found === 'closed' && ++this.#refusals >= REFUSALS) return this.#goAlone(LEADS_AFTER_MS);
    return 'gone';
  }

  /** True when this process has decided: it leads, or nobody can. */
  async #lead(): Promise<boolean> {
    const leader = new Leader({
      boot: this.runtime.process.boot,
      standing: () => this.#standing(),
      look: (whileForeign) => this.desk.look(whileForeign),
      turn: () => this.runtime.sleep(0),
      answerTo: (id) => this.#found(id),
      dutiesDone: () => this.#dutiesDone(),
    });
    const leave = await this.#seat.take((wire) => leader.accept(wire));
    if (leave === 'taken') return false;
    if (leave === 'impossible') this.#goAlone(LEADS_AFTER_MS);
    else if (this.#isClosed) leave();
    else {
      this.#leave = leave;
      this.#leader = leader;
    }
    return true;
  }

  #goAlone(ms: number): null {
    this.#aloneUntil = this.runtime.clock.monotonic() + ms;
    return null;
  }

  #standing(): Standing | null {
    const { core, segment } = this.log;
    if (segment === null || core.boot !== this.runtime.process.boot) return null;
    return { lineage: core.lineage, pinned: core.pinned, segment };
  }

  #forgetOthers(): void {
    if (this.#core === this.log.core) return;
    this.#core = this.log.core;
    this.#recent.clear();
  }

  #found(id: string): string | null {
    this.#forgetOthers();
    const kept = this.#recent.get(id);
    if (kept === null) return null;
    this.log.seeTo(kept.span);
    if (kept.changed) this.desk.owe(kept.ordinal);
    return kept.found;
  }

  async #dutiesDone(): Promise<void> {
    this.desk.answered();
    const maintained = this.log.maintain().then(() => this.#leader?.tellNews());
    if (this.log.hurried) await maintained;
  }
}
