import * as z from 'zod';

/** Machine-readable result of a claim: the agent got or already has a task, or why it got none (see `NoTaskReason` and `Refusal`). */
export const claimCodeSchema = z.enum([
  ...['claimed', 'already-claimed'],
  ...['all-done', 'failed', 'aborted', 'nothing-ready', 'nothing-assigned', 'nothing-agreed', 'merging', 'paused', 'over-budget'],
  ...['no-swarm', 'unknown-agent', 'retired', 'awaits-admission', 'refused'],
  ...['unknown-task', 'not-a-leaf', 'already-ended', 'not-yours', 'not-assigned', 'waits-for', 'not-agreed', 'no-room', 'submitted'],
] as const);
