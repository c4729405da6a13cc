import type { Runtime } from '../../platform/runtime.ts';
import { type ElectedRole, LeaderElection } from '../leader/leader-election.ts';
import { WakerLink, type WakerMessage, type WokenListener } from './waker-link.ts';
import { WokenProcesses } from './woken-processes.ts';

/** A place of a waker: held by this process, by another one that this one has joined, or neither. */
export class WakerPlace {
  readonly #election: LeaderElection;
  #link: WakerLink | null = null;
  /** What this process wakes, and how it resigns. */
  #own: { readonly processes: WokenProcesses; readonly resign: () => void } | null = null;
  #isClosed = false;
  /** When the waker last reported something, in monotonic time. */
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly runtime: Runtime,
    directory: string,
    role: ElectedRole,
    private readonly listener: WokenListener,
  ) {
    this.#election = new LeaderElection(runtime, directory, role);
  }

  get isOwn(): boolean {
    return this.#own !== null;
  }

  get isJoined(): boolean {
    return this.#link !== null;
  }

  /** True if no process holds this place, as far as its file shows. */
  get isFree(): boolean {
    return this.#election.holder === null;
  }

  /** Number of processes that this one wakes. */
  get woken(): number {
    return this.#own?.processes.count ?? 0;
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  /** Joins the process that holds this place. A process that does not answer loses it. @returns whether it has joined */
  async join(): Promise<boolean> {
    if (this.#link !== null) return true;
    const waker = this.#election.find();
    if (this.isOwn || this.#isClosed || typeof waker === 'string') return false;
    const link = await WakerLink.join(this.runtime, waker, {
      woken: (message) => {
        this.#heardAt = this.runtime.clock.monotonic();
        this.listener.woken(message);
      },
      closed: () => {
        this.#link = null;
        this.listener.closed();
      },
    });
    if (link === 'silent') this.#election.removeLeader(waker.holder);
    if (typeof link === 'string') return false;
    if (this.#isClosed || this.#link !== null) link.close();
    else this.#link = link;
    return this.isJoined;
  }

  /** Takes this place, if no process answers there. @returns whether it has done so */
  async take(): Promise<boolean> {
    const processes = new WokenProcesses(this.runtime);
    const resign = await this.#election.take(processes.secret, (wire) => processes.accept(wire));
    if (typeof resign === 'string') return false;
    this.#own = { processes, resign };
    if (this.#isClosed) this.resign();
    return this.isOwn;
  }

  send(message: WakerMessage): void {
    this.#own?.processes.send(message);
  }

  /** Gives the place up if another process has taken it. */
  resignIfTaken(): void {
    if (this.#election.wasTaken()) this.resign();
  }

  resign(): void {
    this.#own?.resign();
    this.#own?.processes.close();
    this.#own = null;
  }

  /** Leaves the joined process if it no longer holds the place. @returns whether it left */
  leaveReplaced(): boolean {
    if (this.#link === null || this.#link.holder === this.#election.holder) return false;
    this.leave();
    return true;
  }

  /** Leaves the joined process. */
  leave(): void {
    this.#link?.close();
    this.#link = null;
  }

  /** Takes the place from the joined process, which does not wake this one although it should. */
  removeWaker(): void {
    if (this.#link !== null) this.#election.removeLeader(this.#link.holder);
    this.leave();
  }

  close(): void {
    this.#isClosed = true;
    this.leave();
    this.resign();
  }
}
