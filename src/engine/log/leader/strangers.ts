import type { Random } from '../../platform/ids.ts';
import type { Connection } from '../../platform/sockets.ts';
import { formatChallenge, type GreetingMessage } from './messages.ts';
import { createProof, newHandshakeNumber, newSecret, verifyProof } from './proof.ts';

/** Most connections that have not proved that they know the secret. The oldest is closed for a new one. */
const MAX_STRANGERS = 256;

/** The connections to a socket that have not proved that they know its secret (docs/decisions/0044-leader-authentication.md). */
export class Strangers {
  /** Callers must prove that they know it. */
  readonly secret: string;
  /** The numbers that they were sent. */
  readonly #numbers = new Map<Connection, string>();

  constructor(private readonly random: Random) {
    this.secret = newSecret(random);
  }

  /** Sends a new connection the number that its proof must contain. */
  challenge(wire: Connection): void {
    const number = newHandshakeNumber(this.random);
    const [first] = this.#numbers.size < MAX_STRANGERS ? [] : this.#numbers.keys();
    if (first !== undefined) {
      this.#numbers.delete(first);
      first.close();
    }
    this.#numbers.set(wire, number);
    wire.send(formatChallenge(number));
  }

  /** Checks the proof of a connection. Returns the proof of this process; `null` if the other one is wrong. */
  admit(wire: Connection, { number, proof }: Pick<GreetingMessage, 'number' | 'proof'>): string | null {
    const numbers = { leader: this.#numbers.get(wire) ?? '', follower: number };
    if (!verifyProof(proof, this.secret, 'follower', numbers)) return null;
    this.#numbers.delete(wire);
    return createProof(this.secret, 'leader', numbers);
  }

  /** Forgets a connection that has closed. */
  forget(wire: Connection): void {
    this.#numbers.delete(wire);
  }
}
