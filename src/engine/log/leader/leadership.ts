import type { Runtime } from '../../platform/runtime.ts';
import type { RecordSpan } from '../core-state.ts';
import type { Log } from '../log.ts';
import type { Appended, Loggable } from '../machine.ts';
import type { LeaderElection } from './leader-election.ts';
import { LeaderSocket, type Standing } from './leader-socket.ts';
import { RecentAnswers } from './recent-answers.ts';

/** A leader whom nobody follows yet listens for calls at least so often, in milliseconds. */
const UNHEARD_MS = 2;
/** A leader that ends waits so long for those to whom it has said so, in milliseconds. */
const FAREWELL_MS = 500;

/** What a process that leads needs of the rest of it. */
export interface LeadershipContext {
  /** As `LeaderContext.look`. */
  look(whileForeign: 'wait' | 'go on'): Promise<number | null>;
  /** Another process's record was answered, so it is for this one to see it published. */
  owe(ordinal: number): void;
  /** Others were answered. */
  answered(): void;
}

/** The time in which this process answers others from its log. */
export class Leadership<Operation extends Loggable, State, Answer> {
  readonly #recent = new RecentAnswers();
  /** The log whose answers are kept: another object when it was read anew. */
  #core: unknown = null;
  #leader: LeaderSocket | null = null;
  #leave: (() => void) | null = null;
  #heardAt = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly desk: LeadershipContext,
    private readonly seat: LeaderElection,
  ) {}

  get isLeading(): boolean {
    return this.#leader !== null;
  }

  /** Keeps what the log says at the place of a record, for whoever asks. */
  note(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void {
    if (this.#leader === null) return;
    this.#forgetOthers();
    this.#recent.note(appended, span, changed);
  }

  /** Lets a leader hear the others, as `SharedAnswers.listen`. */
  async listen(): Promise<void> {
    const leader = this.#leader;
    if (leader === null) return;
    if (this.seat.wasTaken()) return this.resign();
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

  /** @param wanted is asked again when the seat was taken; whoever is not wanted any more leaves it at once */
  async begin(wanted: () => boolean): Promise<'begun' | 'taken' | 'impossible'> {
    const leader = new LeaderSocket({
      boot: this.runtime.process.boot,
      random: this.runtime.random,
      standing: () => this.#standing(),
      look: (whileForeign) => this.desk.look(whileForeign),
      turn: () => this.runtime.sleep(0),
      answerTo: (id) => this.#found(id),
      dutiesDone: () => this.#dutiesDone(),
    });
    const leave = await this.seat.take(leader.secret, (wire) => leader.accept(wire));
    if (typeof leave === 'string') return leave;
    if (!wanted()) leave();
    else {
      this.#leave = leave;
      this.#leader = leader;
    }
    return 'begun';
  }

  /** Removes its name and parts with all, after a moment for what was asked. */
  async resign(): Promise<void> {
    this.#leave?.();
    this.#leave = null;
    await this.#leader?.close((gone) => {
      const over = new AbortController();
      void gone.then(() => over.abort());
      return this.runtime.sleep(FAREWELL_MS, over.signal);
    });
    this.#leader = null;
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
    const maintained = this.log.maintain().then(() => this.#leader?.sendNews());
    if (this.log.hurried) await maintained;
  }
}
