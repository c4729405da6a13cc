import * as z from 'zod';

/** For programs: a task is the agent's, anew or again; or why there is none (see `NothingToGive` and `Refusal`). */
export const claimCodeSchema = z.enum([
  ...['yours', 'yours-already'],
  ...['all-done', 'nothing-ready', 'nothing-assigned', 'over-budget'],
  ...['no-swarm', 'unknown-agent', 'retired', 'unsupported-strategy'],
  ...['unknown-task', 'not-a-leaf', 'already-ended', 'not-yours', 'not-assigned', 'waits-for'],
] as const);
