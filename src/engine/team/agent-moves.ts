import { CortexError, describeError } from '../platform/errors.ts';
import type { ExpectedName } from './expected-task.ts';
import type { QueuedTask } from './owners.ts';
import type { TeamWork } from './work.ts';

/** Result of an agent's action on a task, with warnings. */
export interface AgentMove {
  readonly queued: QueuedTask;
  readonly warnings: readonly string[];
}

/**
 * Sends a heartbeat after an action, because an agent that acts is not down. If the agent's note cannot be changed, the action still
 * counts.
 * @returns a warning in that case
 */
export async function recordHeartbeat(work: TeamWork, agent: string): Promise<string[]> {
  try {
    await work.heartbeat(agent);
    return [];
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return [`the heartbeat of ${agent} could not be written: ${describeError(error)}`];
  }
}

/**
 * Claims a task, for a command or the board (seed 5, "Execute").
 * @param name default: the first task available to the agent
 * @throws CortexError as `TeamWork.claim`
 */
export async function claimForAgent(work: TeamWork, project: string, agent: string, name?: ExpectedName): Promise<AgentMove> {
  return { queued: await work.claim(project, agent, name), warnings: await recordHeartbeat(work, agent) };
}

/** Completes a task, for a command or the board (seed 5, "Completion Format"). @throws CortexError as `TeamWork.done` */
export async function finishForAgent(
  work: TeamWork,
  project: string,
  agent: string,
  name: ExpectedName,
  summary: string,
): Promise<AgentMove> {
  return { queued: await work.done(project, agent, name, summary), warnings: await recordHeartbeat(work, agent) };
}
