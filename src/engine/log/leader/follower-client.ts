import type { Runtime } from '../../platform/runtime.ts';
import type { NoWire, Wire } from '../../platform/sockets.ts';
import { ClockGuard } from '../clock-guard.ts';
import type { Loggable, LogMachine } from '../machine.ts';
import { requireReadable } from '../readable.ts';
import { encodeRecord } from '../record.ts';
import { Segment } from '../segments/segment.ts';
import type { Written } from './fate.ts';
import type { Seated } from './leader-election.ts';
import {
  greeting,
  LONGEST_GREETING,
  LONGEST_REPLY,
  question,
  type Reply,
  readByFollower,
  readChallenge,
  type Welcome,
} from './messages.ts';
import { isProof, newNumber, proofOf } from './proof.ts';

/**
 * A leader that answers nothing for so long while it is asked is stopped or hangs, in milliseconds: to read or to publish the largest swarms
 * takes a second of a machine that has nothing else to do.
 */
const PATIENCE_MS = 5_000;

export interface FollowerOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
}

/** How a follower and its leader parted: the connection ended, or nothing came for too long. */
type Parting = 'closed' | 'silent';

/** Writes records that a leader answers. */
export class FollowerClient<Operation extends Loggable, State, Answer> {
  readonly #clockGuard: ClockGuard;
  readonly #waiting = new Map<string, (reply: Reply | null) => void>();
  #wire: Wire | null = null;
  /** The number that the leader has chosen for this connection. */
  #challenge: string | null = null;
  readonly #number: string;
  #welcome: Welcome | null = null;
  #greeted: (() => void) | null = null;
  /** Where the next record goes. */
  #segment: Segment | null = null;
  /** How many may still look into each segment. */
  readonly #uses = new Map<Segment, number>();
  /** Segments into which no more is written, but somebody may still look. */
  readonly #left = new Set<Segment>();
  #parting: Parting | null = null;
  /** The leader said farewell. */
  #isLeft = false;

  private constructor(
    private readonly runtime: Runtime,
    private readonly options: FollowerOptions<Operation, State, Answer>,
    private readonly secret: string,
    private readonly parted: () => void,
  ) {
    this.#number = newNumber(runtime.random);
    this.#clockGuard = new ClockGuard(runtime, options.directory);
  }

  /**
   * Calls the leader and waits to be welcomed.
   * @param parted is told when they part, unless it was this process that ended it
   */
  static async join<Operation extends Loggable, State, Answer>(
    runtime: Runtime,
    options: FollowerOptions<Operation, State, Answer>,
    { address, secret }: Seated,
    parted: () => void,
  ): Promise<FollowerClient<Operation, State, Answer> | NoWire | Parting> {
    const follower = new FollowerClient(runtime, options, secret, parted);
    const wire = await runtime.sockets.call(address, {
      longest: () => (follower.#welcome === null ? LONGEST_GREETING : LONGEST_REPLY),
      line: (text) => follower.#hear(text),
      silent: () => follower.#part('silent'),
      closed: () => follower.#part('closed'),
    });
    if (typeof wire === 'string') return wire;
    return (await follower.#greet(wire)) ?? follower;
  }

  /** True while there is somebody to ask. */
  get isOpen(): boolean {
    return this.#parting === null && !this.#isLeft;
  }

  /** True when the leader said nothing for too long. */
  get wasSilent(): boolean {
    return this.#parting === 'silent';
  }

  /** Of the leader's log. */
  get lineage(): string {
    return this.#welcome?.lineage ?? '';
  }

  /** Appends an operation. Its segment stays open until `use` has ended. @throws CortexError as `Log.append`: nothing was written */
  async write<T>(operation: Loggable, use: (written: Written) => Promise<T>): Promise<T | null> {
    const segment = this.#segment;
    if (segment === null) return null;
    this.#admit();
    const record = { id: this.runtime.ids('rec'), t: this.runtime.clock.now(), ...operation };
    requireReadable(record, this.options);
    segment.append(encodeRecord(record));
    this.#uses.set(segment, (this.#uses.get(segment) ?? 0) + 1);
    try {
      return await use({ id: record.id, segment });
    } finally {
      this.#release(segment);
    }
  }

  /** What the leader says of a record; `null` when they part before that. */
  async answerTo(id: string): Promise<Reply | null> {
    const wire = this.#wire;
    if (wire === null) return null;
    const replied = new Promise<Reply | null>((resolve) => this.#waiting.set(id, resolve));
    if (this.#waiting.size === 1) wire.await(PATIENCE_MS);
    wire.send(question(id));
    return replied;
  }

  close(): void {
    this.#part(null);
  }

  /** `null` when welcomed. */
  async #greet(wire: Wire): Promise<Parting | null> {
    if (this.#parting !== null) return this.#parting;
    this.#wire = wire;
    const greeted = new Promise<void>((resolve) => {
      this.#greeted = resolve;
    });
    wire.await(PATIENCE_MS);
    await greeted;
    this.#greeted = null;
    return this.#parting;
  }

  #hear(text: string): void {
    if (this.#challenge === null) this.#challenged(readChallenge(text));
    else this.#understood(readByFollower(text));
  }

  #understood(message: ReturnType<typeof readByFollower>): void {
    // Before the proof that it is a leader nothing but that is believed.
    if (message === null || (this.#welcome === null && !('proof' in message))) this.#part('closed');
    else if ('id' in message) this.#replied(message);
    else if ('proof' in message) this.#welcomed(message);
    else if ('segment' in message) this.#enter(message.segment);
    else this.#takeLeave();
  }

  /** What was asked is still answered. */
  #takeLeave(): void {
    this.#isLeft = true;
    this.#rest();
  }

  /** @param number `null`: it has not begun with one */
  #challenged(number: string | null): void {
    if (number === null) {
      this.#part('closed');
      return;
    }
    this.#challenge = number;
    const proof = proofOf(this.secret, 'follower', { leader: number, follower: this.#number });
    this.#wire?.send(greeting(this.runtime.process.boot, this.#number, proof));
  }

  #welcomed(welcome: Welcome): void {
    const numbers = { leader: this.#challenge ?? '', follower: this.#number };
    // Which clocks may write to a log that is not pinned is for the log to say.
    const isRefused = this.runtime.clock.pinned && !welcome.pinned;
    if (isRefused || !isProof(welcome.proof, this.secret, 'leader', numbers)) {
      this.#part('closed');
      return;
    }
    this.#welcome = welcome;
    this.#enter(welcome.segment);
    this.#rest();
    this.#greeted?.();
  }

  #replied(reply: Reply): void {
    const resolve = this.#waiting.get(reply.id);
    // What nobody has asked is no sign of life.
    if (resolve === undefined) return;
    this.#waiting.delete(reply.id);
    if (this.#waiting.size > 0) this.#wire?.await(PATIENCE_MS);
    else this.#rest();
    resolve(reply);
  }

  /** From now on records go into this segment. */
  #enter(name: string): void {
    if (this.#parting !== null) return;
    this.#leave();
    this.#segment = this.#open(name);
    if (this.#segment === null) this.#part('closed');
  }

  #open(name: string): Segment | null {
    try {
      const segment = Segment.open(this.runtime.fs, this.options.directory, name);
      if (segment?.writable !== false) return segment;
      segment.close();
    } catch {
      // Whoever goes on alone is told what is wrong, or may write by then.
    }
    return null;
  }

  #admit(): void {
    if (this.#welcome?.pinned !== true) this.#clockGuard.check();
  }

  /** Nothing more is written into the present segment. */
  #leave(): void {
    const segment = this.#segment;
    this.#segment = null;
    if (segment === null) return;
    if (this.#uses.has(segment)) this.#left.add(segment);
    else segment.close();
  }

  #release(segment: Segment): void {
    const uses = (this.#uses.get(segment) ?? 0) - 1;
    if (uses > 0) this.#uses.set(segment, uses);
    else {
      this.#uses.delete(segment);
      if (this.#left.delete(segment)) segment.close();
    }
  }

  /** Nothing is waited for any more: the process may end. */
  #rest(): void {
    if (this.#waiting.size > 0) return;
    if (this.#isLeft) this.#part('closed');
    else this.#wire?.rest();
  }

  /** @param why `null` when this process ended it */
  #part(why: Parting | null): void {
    if (this.#parting !== null) return;
    this.#parting = why ?? 'closed';
    this.#wire?.close();
    this.#wire = null;
    this.#leave();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#greeted?.();
    if (why !== null && this.#welcome !== null) this.parted();
  }
}
