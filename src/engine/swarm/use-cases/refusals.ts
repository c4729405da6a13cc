import { CortexError, type ErrorCode } from '../../platform/errors.ts';
import { explainRefusal } from '../events/explain.ts';
import type { AnswerReader } from '../events/explanation.ts';
import type { Refusal, Refused } from '../refusal.ts';
import type { OpenSwarm } from './context.ts';

const CODES: Partial<Record<Refusal['code'], ErrorCode>> = {
  'no-swarm': 'not-found',
  'unknown-agent': 'not-found',
  'unknown-task': 'not-found',
  'swarm-running': 'already-exists',
  'invalid-decomposition': 'invalid-input',
};

/** Next steps, as whole sentences, that replace those of an explanation written for another operation. */
export type Steps = Partial<Record<Refusal['code'], string>>;

/** Returns the reader of an answer. @param agent that made the request, if known */
export function toReader({ store, person }: OpenSwarm, agent?: string): AnswerReader {
  return { decider: person ?? store.swarm.coordinator, ...(agent !== undefined && { agent }) };
}

/** Returns a refusal as the error that every user interface shows. */
export function refusalError(refused: Refused, reader: AnswerReader, steps: Steps = {}): CortexError {
  const { what, next } = explainRefusal(refused, reader);
  return new CortexError(CODES[refused.code] ?? 'denied', what, { next: steps[refused.code] ?? next });
}
