import type { DecidedOutput } from '../schemas/decisions.ts';
import type { BallotResult } from '../swarm-answers.ts';

/** Returns a finished ballot in the shape of an operation's output. */
export function toBallotOutput({ merge, ...decided }: BallotResult): DecidedOutput {
  return { ...decided, merge: merge && { ...merge, questions: [...merge.questions] } };
}
