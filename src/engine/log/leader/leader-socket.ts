import type { Random } from '../../platform/ids.ts';
import type { Wire, WireEnd } from '../../platform/sockets.ts';
import { challenge, farewell, type Greeting, LONGEST_GREETING, next, readByLeader, reply, welcome } from './messages.ts';
import { isProof, newNumber, newSecret, proofOf } from './proof.ts';

/** What a leader's log says of itself, and where to append. */
export interface Standing {
  readonly lineage: string;
  readonly pinned: boolean;
  readonly segment: string;
}

/** What a leader needs to answer: the log of its own process. */
export interface LeaderContext {
  /** Of this start of the machine. */
  readonly boot: string;
  readonly random: Random;
  /** What the log says of itself as of the last look; `null` while it has no beginning of this boot, or no segment. */
  standing(): Standing | null;
  /**
   * Brings file and log up to date. `wait`: until what was seen is in the log. Gives the ordinal up to which the file shows the log;
   * `null` where the file is such that everybody has to see for himself. @throws CortexError when one of them cannot be read
   */
  look(whileForeign: 'wait' | 'go on'): Promise<number | null>;
  /** Resolves when what has come from all wires was heard. */
  turn(): Promise<void>;
  /** JSON of what was found at the place of a record, whose duties are this process's from then on; `null` when that is not known. */
  answerTo(id: string): string | null;
  /** Does the duties of what was answered. Resolves when more may be written. */
  dutiesDone(): Promise<void>;
}

interface Asked {
  readonly wire: Wire;
  readonly id: string;
}

/** Of more who have called and not proved that they belong here the first one is hung up on. */
const MOST_STRANGERS = 256;

/** SharedAnswers other processes from this one's log. */
export class LeaderSocket {
  /** What those who call have to know. */
  readonly secret: string;
  readonly #followers = new Set<Wire>();
  /** Those who have not proved that they know the secret, and the numbers that they were given. */
  readonly #strangers = new Map<Wire, string>();
  /** All that are connected, greeted or not. */
  readonly #wires = new Set<Wire>();
  #asked: Asked[] = [];
  #answered = 0;
  #isAnswering = false;
  /** To be told when nobody is connected any more. */
  #gone: (() => void) | null = null;
  #lineage = '';
  #segment = '';

  constructor(private readonly desk: LeaderContext) {
    this.secret = newSecret(desk.random);
  }

  /** How many may ask. */
  get followers(): number {
    return this.#followers.size;
  }

  /** How many questions were answered so far. */
  get answered(): number {
    return this.#answered;
  }

  accept(wire: Wire): WireEnd {
    this.#wires.add(wire);
    this.#challenge(wire);
    return {
      longest: () => LONGEST_GREETING,
      line: (text) => this.#hear(wire, text),
      silent: () => undefined,
      closed: () => {
        this.#wires.delete(wire);
        this.#strangers.delete(wire);
        this.#followers.delete(wire);
        if (this.#wires.size === 0) this.#gone?.();
      },
    };
  }

  /** SharedAnswers what was asked, and parts with everybody. @param wait until all have gone, or for as long as may be */
  async close(wait: (gone: Promise<void>) => Promise<unknown>): Promise<void> {
    for (const wire of this.#wires) {
      if (this.#followers.has(wire)) wire.send(farewell());
      else wire.close();
    }
    const gone = new Promise<void>((resolve) => {
      this.#gone = resolve;
    });
    if (this.#wires.size > 0) await wait(gone);
    this.#part();
  }

  /** Names the segment to which to append from now on. In a log that was begun anew nobody follows. */
  sendNews(): void {
    const { lineage, segment } = this.desk.standing() ?? { lineage: '', segment: '' };
    if (lineage !== this.#lineage) this.#part();
    else if (segment !== this.#segment) for (const wire of this.#followers) wire.send(next(segment));
    this.#lineage = lineage;
    this.#segment = segment;
  }

  #challenge(wire: Wire): void {
    const number = newNumber(this.desk.random);
    const [first] = this.#strangers.size < MOST_STRANGERS ? [] : this.#strangers.keys();
    if (first !== undefined) {
      this.#strangers.delete(first);
      first.close();
    }
    this.#strangers.set(wire, number);
    wire.send(challenge(number));
  }

  #hear(wire: Wire, text: string): void {
    const message = readByLeader(text);
    if (message === null) wire.close();
    else if ('ask' in message) this.#ask({ wire, id: message.ask });
    else if (message.boot !== this.desk.boot) wire.close();
    else void this.#greet(wire, message);
  }

  async #greet(wire: Wire, { number, proof }: Greeting): Promise<void> {
    const numbers = { leader: this.#strangers.get(wire) ?? '', follower: number };
    if (!isProof(proof, this.secret, 'follower', numbers)) return wire.close();
    this.#strangers.delete(wire);
    const shown = await this.#look('wait');
    const standing = this.desk.standing();
    // Whoever is turned away sees for himself what is wrong.
    if (shown === null || standing === null || this.#gone !== null) return wire.close();
    // Whoever has hung up meanwhile is told nothing more, and would stay here for ever.
    if (!this.#wires.has(wire)) return;
    this.#followers.add(wire);
    wire.send(welcome({ ...standing, proof: proofOf(this.secret, 'leader', numbers) }));
  }

  async #look(whileForeign: 'wait' | 'go on'): Promise<number | null> {
    try {
      const shown = await this.desk.look(whileForeign);
      this.sendNews();
      return shown;
    } catch {
      // A log that this process cannot read is nothing that it could answer from.
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
      // Whoever asked finds out alone.
      .catch(() => this.#part())
      .finally(() => {
        this.#isAnswering = false;
      });
  }

  async #answerAll(): Promise<void> {
    while (this.#asked.length > 0) {
      // One look for all that asked in this turn of the event loop.
      await this.desk.turn();
      const asked = this.#asked;
      this.#asked = [];
      const shown = (await this.#look('go on')) ?? 0;
      for (const { wire, id } of asked) wire.send(reply(id, shown, this.desk.answerTo(id) ?? 'null'));
      this.#answered += asked.length;
      await this.desk.dutiesDone();
    }
  }

  #part(): void {
    for (const wire of this.#followers) wire.close();
    this.#followers.clear();
  }
}
