import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../platform/ids.ts';

const SECRET_BYTES = 32;
const NUMBER_BYTES = 16;

/** The random numbers that both ends of a connection have chosen for it, hexadecimal. */
export interface Numbers {
  readonly leader: string;
  readonly follower: string;
}

/** What a leader and its followers know and nobody else, hexadecimal. */
export const newSecret = (random: Random) => Buffer.from(random(SECRET_BYTES)).toString('hex');

/** A number for one connection, hexadecimal. */
export const newNumber = (random: Random) => Buffer.from(random(NUMBER_BYTES)).toString('hex');

/** Shows that one end of a connection knows the secret, and says nothing of it (docs/decisions/0044-whose-answers-are-believed.md). */
export function proofOf(secret: string, who: keyof Numbers, { leader, follower }: Numbers): string {
  return createHmac('sha256', secret).update(`${who}\n${leader}\n${follower}`).digest('hex');
}

/** Whether somebody knows the secret. Takes the same time for every proof of the right length. */
export function isProof(proof: string, secret: string, who: keyof Numbers, numbers: Numbers): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(secret, who, numbers))];
  return given.length === right.length && timingSafeEqual(given, right);
}
