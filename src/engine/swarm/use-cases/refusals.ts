import { CortexError, type ErrorCode } from '../../platform/errors.ts';
import { explainRefusal } from '../events/explain.ts';
import type { Reader } from '../events/explanation.ts';
import type { Refusal, Refused } from '../refusal.ts';
import type { OpenSwarm } from './context.ts';

const CODES: Partial<Record<Refusal['code'], ErrorCode>> = {
  'no-swarm': 'not-found',
  'unknown-agent': 'not-found',
  'unknown-task': 'not-found',
  'swarm-running': 'already-exists',
  'invalid-decomposition': 'invalid-input',
};

/** What to do now, as whole sentences, where another operation was asked for than the one that an explanation is made for. */
export type Steps = Partial<Record<Refusal['code'], string>>;

/** Who reads an answer that was given just now. @param agent that asked, where it is known */
export function readerOf({ store, person }: OpenSwarm, agent?: string): Reader {
  return { decider: person ?? store.swarm.coordinator, ...(agent !== undefined && { agent }) };
}

/** A refusal as the error that every surface shows. */
export function refusalError(refused: Refused, reader: Reader, steps: Steps = {}): CortexError {
  const { what, next } = explainRefusal(refused, reader);
  return new CortexError(CODES[refused.code] ?? 'denied', what, { next: steps[refused.code] ?? next });
}
