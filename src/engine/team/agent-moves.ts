import { CortexError, describeError } from '../platform/errors.ts';
import type { QueuedTask } from './owners.ts';
import type { SeenName } from './seen-task.ts';
import type { TeamWork } from './work.ts';

/** What an agent has done with a task, and what is to be said besides. */
export interface AgentMove {
  readonly queued: QueuedTask;
  readonly warnings: readonly string[];
}

/**
 * Writes that an agent was here, behind something that it did: whoever works is not down. Its note may be one that cannot be changed; what
 * was done is done all the same. @returns what is to be said of that
 */
export async function signOfLife(work: TeamWork, agent: string): Promise<string[]> {
  try {
    await work.heartbeat(agent);
    return [];
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return [`it was done, but no heartbeat of ${agent} could be written: ${describeError(error)}`];
  }
}

/** Takes a task, by a command or on the board (seed 5, "Execute"). @param name without it the first that the agent may take @throws CortexError as `TeamWork.claim` */
export async function claimFor(work: TeamWork, project: string, agent: string, name?: SeenName): Promise<AgentMove> {
  return { queued: await work.claim(project, agent, name), warnings: await signOfLife(work, agent) };
}

/** Ends a task, by a command or on the board (seed 5, "Completion Format"). @throws CortexError as `TeamWork.done` */
export async function finishFor(work: TeamWork, project: string, agent: string, name: SeenName, summary: string): Promise<AgentMove> {
  return { queued: await work.done(project, agent, name, summary), warnings: await signOfLife(work, agent) };
}
