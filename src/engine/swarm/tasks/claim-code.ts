import * as z from 'zod';

/** Machine-readable result of a claim: the agent got or already has a task, or the reason why it got none. */
export const claimCodeSchema = z.enum([
  ...['yours', 'yours-already'],
  ...['all-done', 'failed', 'aborted', 'nothing-ready', 'nothing-assigned', 'nothing-agreed', 'merging', 'paused', 'over-budget'],
  ...['no-swarm', 'unknown-agent', 'retired', 'awaits-admission', 'refused'],
  ...['unknown-task', 'not-a-leaf', 'already-ended', 'not-yours', 'not-assigned', 'waits-for', 'not-agreed', 'no-room', 'handed-in'],
] as const);
