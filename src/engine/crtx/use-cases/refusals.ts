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

/** What to do now where another operation asked than the one that the sentence of a refusal is made for. */
export type Steps = Partial<Record<Refusal['code'], string>>;

/** Where the last semicolon of a sentence stands that is not quoted: behind it stands what to do now. -1: nowhere. */
function stepAt(sentence: string): number {
  const found = Array.from(sentence.matchAll(/"(?:[^"\\]|\\.)*"|; /g));
  return found.findLast(([text]) => text === '; ')?.index ?? -1;
}

/** An error of a sentence that says what is wrong and, behind a semicolon, what to do. @param step instead of what the sentence says */
export function errorOf(code: ErrorCode, sentence: string, step?: string): CortexError {
  const at = stepAt(sentence);
  if (at < 0) return new CortexError(code, sentence);
  const told = step === undefined ? sentence.slice(at + 2) : `${step}.`;
  return new CortexError(code, `${sentence.slice(0, at)}; ${told}`, { next: told.charAt(0).toUpperCase() + told.slice(1) });
}

/** A refusal as the error that every surface shows; its sentence says what to do. */
export function refusalError(refused: Refused, steps: Steps = {}): CortexError {
  return errorOf(CODES[refused.code] ?? 'denied', explainRefusal(refused), steps[refused.code]);
}
