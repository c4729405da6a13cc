import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../platform/ids.ts';

const SECRET_BYTES = 32;
const NUMBER_BYTES = 16;

/** Random numbers that both ends of a connection chose for it, hexadecimal. */
export interface HandshakeNumbers {
  readonly leader: string;
  readonly follower: string;
}

/** Returns a secret that only a leader and its followers know, hexadecimal. */
export const newSecret = (random: Random) => Buffer.from(random(SECRET_BYTES)).toString('hex');

/** Returns a random number for one connection, hexadecimal. */
export const newHandshakeNumber = (random: Random) => Buffer.from(random(NUMBER_BYTES)).toString('hex');

/** Proves that one end of a connection knows the secret, without revealing it (docs/decisions/0044-leader-authentication.md). */
export function createProof(secret: string, who: keyof HandshakeNumbers, { leader, follower }: HandshakeNumbers): string {
  return createHmac('sha256', secret).update(`${who}\n${leader}\n${follower}`).digest('hex');
}

/** Checks a proof. Takes the same time for every proof of the right length. */
export function verifyProof(proof: string, secret: string, who: keyof HandshakeNumbers, numbers: HandshakeNumbers): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(createProof(secret, who, numbers))];
  return given.length === right.length && timingSafeEqual(given, right);
}
