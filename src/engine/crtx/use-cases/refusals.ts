import { CortexError, type ErrorCode } from '../../kernel/errors.ts';
import { explainRefusal } from '../swarm/explain.ts';
import type { Refusal, Refused } from '../swarm/swarm-answers.ts';

const CODES: Partial<Record<Refusal['code'], ErrorCode>> = {
  'no-swarm': 'not-found',
  'unknown-agent': 'not-found',
  'unknown-task': 'not-found',
  'swarm-running': 'already-exists',
  'invalid-decomposition': 'invalid-input',
};

/** What to do now, as whole sentences, where another operation was asked for than the one that an explanation is made for. */
export type Steps = Partial<Record<Refusal['code'], string>>;

/** A refusal as the error that every surface shows. */
export function refusalError(refused: Refused, steps: Steps = {}): CortexError {
  const { what, next } = explainRefusal(refused);
  return new CortexError(CODES[refused.code] ?? 'denied', what, { next: steps[refused.code] ?? next });
}
