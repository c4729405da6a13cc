import type { Runtime } from '../../platform/runtime.ts';
import type { Log } from '../log.ts';
import type { Appended, Loggable } from '../machine.ts';
import type { RecordSpan } from '../record-place.ts';
import type { LeaderElection } from './leader-election.ts';
import { LeaderSocket, type LogIdentity } from './leader-socket.ts';
import { RecentAnswers } from './recent-answers.ts';

/** A leader without followers listens for connections at most once in this time, in milliseconds. */
const UNHEARD_MS = 2;
/** How long a resigning leader waits for its followers to disconnect, in milliseconds. */
const FAREWELL_MS = 500;

/** What a leader needs from the rest of its process. */
export interface LeadershipContext {
  /** Like `LeaderContext.look`. */
  look(whileForeign: 'wait' | 'go on'): Promise<number | null>;
  /** Makes this process responsible for publishing a record of another process that it has answered. */
  publishUpTo(ordinal: number): void;
  /** Called after other processes were answered. */
  answered(): void;
}

/** Answers other processes from the log while this process leads. */
export class Leadership<Operation extends Loggable, State, Answer> {
  readonly #recent = new RecentAnswers();
  /** The log state that the cached answers belong to. It is another object after the log was reread. */
  #core: unknown = null;
  #leader: LeaderSocket | null = null;
  #leave: (() => void) | null = null;
  #heardAt = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly context: LeadershipContext,
    private readonly election: LeaderElection,
  ) {}

  get isLeading(): boolean {
    return this.#leader !== null;
  }

  /** Caches the answer to a record for followers. */
  note(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void {
    if (this.#leader === null) return;
    this.#forgetOthers();
    this.#recent.note(appended, span, changed);
  }

  /** Gives followers time to be heard, like `SharedAnswers.listen`. */
  async listen(): Promise<void> {
    const leader = this.#leader;
    if (leader === null) return;
    if (this.election.wasTaken()) return this.resign();
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

  /** @param wanted called again after the election; if it returns false, this process resigns at once */
  async begin(wanted: () => boolean): Promise<'begun' | 'taken' | 'impossible'> {
    const leader = new LeaderSocket({
      boot: this.runtime.process.boot,
      random: this.runtime.random,
      logIdentity: () => this.#readIdentity(),
      look: (whileForeign) => this.context.look(whileForeign),
      turn: () => this.runtime.sleep(0),
      answerTo: (id) => this.#found(id),
      whenPublished: () => this.#dutiesDone(),
    });
    const leave = await this.election.take(leader.secret, (wire) => leader.accept(wire));
    if (typeof leave === 'string') return leave;
    if (!wanted()) leave();
    else {
      this.#leave = leave;
      this.#leader = leader;
    }
    return 'begun';
  }

  /** Removes the leader file and disconnects all followers, after a short time for what was asked. */
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

  #readIdentity(): LogIdentity | null {
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
    this.log.scheduleSeal(kept.span);
    if (kept.changed) this.context.publishUpTo(kept.ordinal);
    return kept.found;
  }

  async #dutiesDone(): Promise<void> {
    this.context.answered();
    const maintained = this.log.maintain().then(() => this.#leader?.sendSegmentName());
    if (this.log.isOutpacingSeals) await maintained;
  }
}
