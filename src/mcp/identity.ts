import { findProjectRoot } from '../engine/crtx/index.ts';
import { CortexError } from '../engine/platform/errors.ts';
import type { OperationContext } from '../engine/platform/operation.ts';
import { agentOfAncestors, listRunningSessions } from '../engine/swarm/index.ts';

type SessionContext = Pick<OperationContext, 'runtime' | 'directory' | 'exactDirectory'>;

/** Returns a value from the sessions of the project; `null` without a project, or if they cannot be read. */
function ofSessions<T>({ runtime, directory, exactDirectory }: SessionContext, look: (root: string) => T): T | null {
  try {
    return look(findProjectRoot(runtime.fs, directory, exactDirectory));
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Returns the agent of the session that this process runs in, as recorded by a hook at its start; `null` if it is unknown. */
export function agentOfSession(context: SessionContext): string | null {
  return ofSessions(context, (root) => agentOfAncestors(context.runtime, root));
}

/** Returns the number of running sessions of an agent. */
export function countSessions(context: SessionContext, agent: string): number {
  return ofSessions(context, (root) => listRunningSessions(context.runtime, root).filter((each) => each.agent === agent).length) ?? 0;
}
