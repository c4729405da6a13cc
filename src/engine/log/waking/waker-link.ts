import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Connection, NoConnection } from '../../platform/sockets.ts';
import type { LeaderRecord } from '../leader/leader-election.ts';
import { formatGreeting, parseChallenge, parseMessage } from '../leader/messages.ts';
import { createProof, newHandshakeNumber, verifyProof } from '../leader/proof.ts';

/** A waker that does not answer for this long is stopped, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Why a waker was not joined, besides those of a connection: it refused, or sent nothing. */
type NoWaker = NoConnection | 'refused' | 'silent';

/** Callbacks of a process that a waker wakes. `closed` is not called if this process ended the connection. */
export interface WokenListener {
  woken(message: WakerMessage): void;
  closed(): void;
}

/** The connection of this process to one waker. */
export class WakerLink {
  readonly #number: string;
  #challenge: string | null = null;
  #wire: Connection | null = null;
  #isWelcome = false;
  /** Ends the greeting. */
  #greeted: (how: WakerLink | NoWaker) => void = () => undefined;

  private constructor(
    private readonly runtime: Runtime,
    private readonly waker: LeaderRecord,
    private readonly listener: WokenListener,
  ) {
    this.#number = newHandshakeNumber(runtime.random);
  }

  static async join(runtime: Runtime, waker: LeaderRecord, listener: WokenListener): Promise<WakerLink | NoWaker> {
    const link = new WakerLink(runtime, waker, listener);
    const greeted = new Promise<WakerLink | NoWaker>((resolve) => {
      link.#greeted = resolve;
    });
    const wire = await runtime.sockets.call(waker.address, {
      longest: () => MAX_LINE_LENGTH,
      line: (text) => link.#hear(text),
      silent: () => link.#end('silent'),
      closed: () => link.#end('refused'),
    });
    if (typeof wire === 'string') return wire;
    link.#wire = wire;
    wire.await(PATIENCE_MS);
    return greeted;
  }

  /** Identity of the waker; different for each one. */
  get holder(): string {
    return this.waker.holder;
  }

  close(): void {
    this.#isWelcome = false;
    this.#wire?.close();
  }

  #hear(text: string): void {
    if (this.#challenge === null) this.#prove(parseChallenge(text));
    else if (!this.#isWelcome) this.#check(parseWakerProof(text));
    else {
      const message = parseWakerMessage(text);
      if (message === null) this.#wire?.close();
      else this.listener.woken(message);
    }
  }

  #prove(challenge: string | null): void {
    if (challenge === null) {
      this.#end('refused');
      return;
    }
    this.#challenge = challenge;
    const proof = createProof(this.waker.secret, 'follower', { leader: challenge, follower: this.#number });
    this.#wire?.send(formatGreeting(this.runtime.process.boot, this.#number, proof));
  }

  #check(proof: string | null): void {
    const numbers = { leader: this.#challenge ?? '', follower: this.#number };
    if (proof === null || !verifyProof(proof, this.waker.secret, 'leader', numbers)) {
      this.#end('refused');
      return;
    }
    this.#isWelcome = true;
    this.#wire?.rest();
    this.#greeted(this);
  }

  /** Also called when the connection has closed. */
  #end(why: NoWaker): void {
    const wasWelcome = this.#isWelcome;
    this.#isWelcome = false;
    this.#wire?.close();
    this.#greeted(why);
    if (wasWelcome) this.listener.closed();
  }
}

/** Proves that a waker knows the secret. */
const welcomeSchema = onDemand(() => z.object({ proof: z.string() }));
const wakingSchema = onDemand(() => z.object({ wake: z.enum(['log', 'wakers']) }));

/** What to look at: the files of the log, or who the wakers are. */
export type WakerMessage = 'log' | 'wakers';

/** Longest line of a waker, in characters. */
const MAX_LINE_LENGTH = 1_000;

/** Returns the proof in the first message after the challenge; `null` for anything else. */
const parseWakerProof = (line: string) => parseMessage(welcomeSchema(), line)?.proof ?? null;

/** Parses a later message of a waker; `null` if it is not valid. */
const parseWakerMessage = (line: string): WakerMessage | null => parseMessage(wakingSchema(), line)?.wake ?? null;

export const formatWakerProof = (proof: string) => JSON.stringify({ proof });
export const formatWakerMessage = (wake: WakerMessage) => JSON.stringify({ wake });
