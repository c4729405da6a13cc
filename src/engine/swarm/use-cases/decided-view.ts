import type { DecidedOutput } from '../schemas/deciding.ts';
import type { Decided } from '../swarm-answers.ts';

/** A ballot that is over, as an operation answers it. */
export function decidedView({ merge, ...decided }: Decided): DecidedOutput {
  return { ...decided, merge: merge && { ...merge, questions: [...merge.questions] } };
}
