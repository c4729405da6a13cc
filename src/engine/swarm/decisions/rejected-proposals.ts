import type { SwarmManifest } from '../../crtx/schema.ts';
import { createOutline } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { type Proposal, readOutput } from './deliberation.ts';

/** A proposal that the members rejected, for a task on which nothing else is agreed. */
export interface RejectedProposal extends Pick<Proposal, 'id' | 'agent' | 'approach' | 'agree' | 'against'> {
  readonly task: string;
}

/** Returns the rejected proposals, so that nobody proposes them again. A task with an accepted proposal has none. */
export function listRejectedProposals({ decomposition }: SwarmManifest): RejectedProposal[] {
  return createOutline(decomposition).nodes.flatMap(({ id: task, status, output }) => {
    const proposals = isEnded(status) ? [] : (readOutput(output).deliberation?.proposals ?? []);
    if (proposals.some(({ state }) => state === 'won')) return [];
    return proposals.filter(({ state }) => state === 'lost').map((proposal) => ({ ...proposal, task }));
  });
}
