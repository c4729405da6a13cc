import type { DecidedOutput } from '../schemas/deciding.ts';
import type { Decided } from '../swarm-answers.ts';

/** Returns a finished ballot in the shape of an operation's output. */
export function decidedView({ merge, ...decided }: Decided): DecidedOutput {
  return { ...decided, merge: merge && { ...merge, questions: [...merge.questions] } };
}
