import type { Runtime } from '../../platform/runtime.ts';
import type { Connection, NoConnection } from '../../platform/sockets.ts';
import { ClockGuard } from '../clock-guard.ts';
import type { Loggable, LogMachine } from '../machine.ts';
import { requireReadable } from '../readable.ts';
import { encodeRecord } from '../record.ts';
import { Segment } from '../segments/segment.ts';
import type { LeaderRecord } from './leader-election.ts';
import {
  formatGreeting,
  formatQuestion,
  MAX_GREETING_LENGTH,
  MAX_REPLY_LENGTH,
  parseChallenge,
  parseLeaderMessage,
  type ReplyMessage,
  type WelcomeMessage,
} from './messages.ts';
import { createProof, newHandshakeNumber, verifyProof } from './proof.ts';
import type { WrittenRecord } from './record-outcome.ts';

/**
 * A leader that answers nothing for this long is stopped or hangs, in milliseconds. Reading or publishing the largest swarms takes a
 * second on an otherwise idle machine.
 */
const PATIENCE_MS = 5_000;

export interface FollowerOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
}

/** How a connection ended: it was closed, or nothing came for too long. */
type Parting = 'closed' | 'silent';

/** Writes records that a leader answers. */
export class FollowerClient<Operation extends Loggable, State, Answer> {
  readonly #clockGuard: ClockGuard;
  readonly #waiting = new Map<string, (reply: ReplyMessage | null) => void>();
  #wire: Connection | null = null;
  /** Number that the leader chose for this connection. */
  #challenge: string | null = null;
  readonly #number: string;
  #welcome: WelcomeMessage | null = null;
  #greeted: (() => void) | null = null;
  /** Segment for the next record. */
  #segment: Segment | null = null;
  /** Number of callers that may still read each segment. */
  readonly #uses = new Map<Segment, number>();
  /** Segments that get no more records, but may still be read. */
  readonly #left = new Set<Segment>();
  #parting: Parting | null = null;
  /** True after the leader resigned. */
  #isLeft = false;

  private constructor(
    private readonly runtime: Runtime,
    private readonly options: FollowerOptions<Operation, State, Answer>,
    private readonly secret: string,
    private readonly disconnected: () => void,
  ) {
    this.#number = newHandshakeNumber(runtime.random);
    this.#clockGuard = new ClockGuard(runtime, options.directory);
  }

  /**
   * Calls the leader and waits to be welcomed.
   * @param disconnected called when the connection ends, unless this process ended it
   */
  static async join<Operation extends Loggable, State, Answer>(
    runtime: Runtime,
    options: FollowerOptions<Operation, State, Answer>,
    { address, secret }: LeaderRecord,
    disconnected: () => void,
  ): Promise<FollowerClient<Operation, State, Answer> | NoConnection | Parting> {
    const follower = new FollowerClient(runtime, options, secret, disconnected);
    const wire = await runtime.sockets.call(address, {
      longest: () => (follower.#welcome === null ? MAX_GREETING_LENGTH : MAX_REPLY_LENGTH),
      line: (text) => follower.#hear(text),
      silent: () => follower.#part('silent'),
      closed: () => follower.#part('closed'),
    });
    if (typeof wire === 'string') return wire;
    return (await follower.#greet(wire)) ?? follower;
  }

  /** True while there is a leader to ask. */
  get isOpen(): boolean {
    return this.#parting === null && !this.#isLeft;
  }

  /** True if the leader sent nothing for too long. */
  get wasSilent(): boolean {
    return this.#parting === 'silent';
  }

  /** Lineage of the leader's log. */
  get lineage(): string {
    return this.#welcome?.lineage ?? '';
  }

  /** Appends an operation. Its segment stays open until `use` is done. @throws CortexError like `Log.append`: nothing was written */
  async write<T>(operation: Loggable, use: (written: WrittenRecord) => Promise<T>): Promise<T | null> {
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

  /** Asks the leader about a record; `null` if the connection ends before the reply. */
  async answerTo(id: string): Promise<ReplyMessage | null> {
    const wire = this.#wire;
    if (wire === null) return null;
    const replied = new Promise<ReplyMessage | null>((resolve) => this.#waiting.set(id, resolve));
    if (this.#waiting.size === 1) wire.await(PATIENCE_MS);
    wire.send(formatQuestion(id));
    return replied;
  }

  close(): void {
    this.#part(null);
  }

  /** Returns `null` when welcomed. */
  async #greet(wire: Connection): Promise<Parting | null> {
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
    if (this.#challenge === null) this.#challenged(parseChallenge(text));
    else this.#understood(parseLeaderMessage(text));
  }

  #understood(message: ReturnType<typeof parseLeaderMessage>): void {
    // Before its proof, nothing else from the leader is trusted.
    if (message === null || (this.#welcome === null && !('proof' in message))) this.#part('closed');
    else if ('id' in message) this.#replied(message);
    else if ('proof' in message) this.#welcomed(message);
    else if ('segment' in message) this.#enter(message.segment);
    else this.#takeLeave();
  }

  /** The leader still answers what was asked. */
  #takeLeave(): void {
    this.#isLeft = true;
    this.#rest();
  }

  /** @param number `null` if the leader did not start with one */
  #challenged(number: string | null): void {
    if (number === null) {
      this.#part('closed');
      return;
    }
    this.#challenge = number;
    const proof = createProof(this.secret, 'follower', { leader: number, follower: this.#number });
    this.#wire?.send(formatGreeting(this.runtime.process.boot, this.#number, proof));
  }

  #welcomed(welcome: WelcomeMessage): void {
    const numbers = { leader: this.#challenge ?? '', follower: this.#number };
    // The log itself reports which clocks may write to it.
    const isRefused = this.runtime.clock.pinned && !welcome.pinned;
    if (isRefused || !verifyProof(welcome.proof, this.secret, 'leader', numbers)) {
      this.#part('closed');
      return;
    }
    this.#welcome = welcome;
    this.#enter(welcome.segment);
    this.#rest();
    this.#greeted?.();
  }

  #replied(reply: ReplyMessage): void {
    const resolve = this.#waiting.get(reply.id);
    // A reply that was not asked for does not count as a heartbeat.
    if (resolve === undefined) return;
    this.#waiting.delete(reply.id);
    if (this.#waiting.size > 0) this.#wire?.await(PATIENCE_MS);
    else this.#rest();
    resolve(reply);
  }

  /** Makes a segment the one that further records go to. */
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
      // Without a leader, this process reports what is wrong, or may write by then.
    }
    return null;
  }

  #admit(): void {
    if (this.#welcome?.pinned !== true) this.#clockGuard.check();
  }

  /** Ends writing into the current segment. */
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

  /** Stops waiting for the leader if nothing was asked, so that the process may end. */
  #rest(): void {
    if (this.#waiting.size > 0) return;
    if (this.#isLeft) this.#part('closed');
    else this.#wire?.rest();
  }

  /** @param why `null` if this process ended the connection */
  #part(why: Parting | null): void {
    if (this.#parting !== null) return;
    this.#parting = why ?? 'closed';
    this.#wire?.close();
    this.#wire = null;
    this.#leave();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#greeted?.();
    if (why !== null && this.#welcome !== null) this.disconnected();
  }
}
