import type { Random } from '../../platform/ids.ts';
import type { Connection, ConnectionHandler } from '../../platform/sockets.ts';
import {
  formatNextSegment,
  formatReply,
  formatResignation,
  formatWelcome,
  type GreetingMessage,
  MAX_GREETING_LENGTH,
  parseFollowerMessage,
} from './messages.ts';
import { Strangers } from './strangers.ts';

/** Identity of a leader's log, and the segment to append to. */
export interface LogIdentity {
  readonly lineage: string;
  readonly pinned: boolean;
  readonly segment: string;
}

/** What a leader needs to answer: access to the log of its process. */
export interface LeaderContext {
  /** Id of this machine start. */
  readonly boot: string;
  readonly random: Random;
  /** Returns the log's identity as of the last look; `null` if it has not begun in this boot, or has no segment. */
  logIdentity(): LogIdentity | null;
  /**
   * Brings the log up to date, also with the published file. `wait`: until what was seen in the file is in the log. Returns the ordinal up
   * to which the file shows the log; `null` if each process must look at the file itself. @throws CortexError if one of them is unreadable
   */
  look(whileForeign: 'wait' | 'go on'): Promise<number | null>;
  /** Resolves after the messages that have arrived on all connections were handled. */
  turn(): Promise<void>;
  /** Returns JSON of a record's result, and makes this process responsible for it; `null` if the result is not known. */
  answerTo(id: string): string | null;
  /** Performs the duties for the answered records. Resolves when more may be written. */
  whenPublished(): Promise<void>;
}

interface Asked {
  readonly wire: Connection;
  readonly id: string;
}

/** Answers other processes from the log of this process. */
export class LeaderSocket {
  readonly #followers = new Set<Connection>();
  readonly #strangers: Strangers;
  /** All connections, greeted or not. */
  readonly #wires = new Set<Connection>();
  #asked: Asked[] = [];
  #answered = 0;
  #isAnswering = false;
  /** Called when the last connection has closed. */
  #gone: (() => void) | null = null;
  #lineage = '';
  #segment = '';

  constructor(private readonly context: LeaderContext) {
    this.#strangers = new Strangers(context.random);
  }

  /** Callers must prove that they know it. */
  get secret(): string {
    return this.#strangers.secret;
  }

  /** Number of connections that may ask. */
  get followers(): number {
    return this.#followers.size;
  }

  /** Number of questions that were answered so far. */
  get answered(): number {
    return this.#answered;
  }

  accept(wire: Connection): ConnectionHandler {
    this.#wires.add(wire);
    this.#strangers.challenge(wire);
    return {
      longest: () => MAX_GREETING_LENGTH,
      line: (text) => this.#hear(wire, text),
      silent: () => undefined,
      closed: () => {
        this.#wires.delete(wire);
        this.#strangers.forget(wire);
        this.#followers.delete(wire);
        if (this.#wires.size === 0) this.#gone?.();
      },
    };
  }

  /** Tells followers that it resigns, which still get their answers, then closes all connections. @param wait ends with `gone`, or earlier */
  async close(wait: (disconnected: Promise<void>) => Promise<unknown>): Promise<void> {
    for (const wire of this.#wires) {
      if (this.#followers.has(wire)) wire.send(formatResignation());
      else wire.close();
    }
    const disconnected = new Promise<void>((resolve) => {
      this.#gone = resolve;
    });
    if (this.#wires.size > 0) await wait(disconnected);
    this.#part();
  }

  /** Sends followers the name of the segment to append to. Disconnects them if the log was begun anew. */
  sendSegmentName(): void {
    const { lineage, segment } = this.context.logIdentity() ?? { lineage: '', segment: '' };
    if (lineage !== this.#lineage) this.#part();
    else if (segment !== this.#segment) for (const wire of this.#followers) wire.send(formatNextSegment(segment));
    this.#lineage = lineage;
    this.#segment = segment;
  }

  #hear(wire: Connection, text: string): void {
    const message = parseFollowerMessage(text);
    if (message === null) wire.close();
    else if ('ask' in message) this.#ask({ wire, id: message.ask });
    else if (message.boot !== this.context.boot) wire.close();
    else void this.#greet(wire, message);
  }

  async #greet(wire: Connection, greeting: GreetingMessage): Promise<void> {
    const proof = this.#strangers.admit(wire, greeting);
    if (proof === null) return wire.close();
    const shown = await this.#look('wait');
    const identity = this.context.logIdentity();
    // A process that is turned away looks at the log itself and sees what is wrong.
    if (shown === null || identity === null || this.#gone !== null) return wire.close();
    // A connection that has closed meanwhile must not be added: it would never be removed.
    if (!this.#wires.has(wire)) return;
    this.#followers.add(wire);
    wire.send(formatWelcome({ ...identity, proof }));
  }

  async #look(whileForeign: 'wait' | 'go on'): Promise<number | null> {
    try {
      const shown = await this.context.look(whileForeign);
      this.sendSegmentName();
      return shown;
    } catch {
      // Without a readable log this process cannot answer.
      this.#part();
      return null;
    }
  }

  #ask(asked: Asked): void {
    if (!this.#followers.has(asked.wire)) asked.wire.close();
    else this.#asked.push(asked);
    if (this.#isAnswering || this.#asked.length === 0) return;
    this.#isAnswering = true;
    void this.#answerAll()
      // The processes that asked find their answers in the log.
      .catch(() => this.#part())
      .finally(() => {
        this.#isAnswering = false;
      });
  }

  async #answerAll(): Promise<void> {
    while (this.#asked.length > 0) {
      // One look for everything that was asked in this turn of the event loop.
      await this.context.turn();
      const asked = this.#asked;
      this.#asked = [];
      const shown = (await this.#look('go on')) ?? 0;
      for (const { wire, id } of asked) wire.send(formatReply(id, shown, this.context.answerTo(id) ?? 'null'));
      this.#answered += asked.length;
      await this.context.whenPublished();
    }
  }

  #part(): void {
    for (const wire of this.#followers) wire.close();
    this.#followers.clear();
  }
}
