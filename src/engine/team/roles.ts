import { checkAgent, isPerson } from '../crtx/index.ts';
import { CortexError } from '../platform/errors.ts';
import type { OperationContext } from '../platform/operation.ts';
import type { AgentNote } from './notes/agent-note.ts';

/** Slug of the coordinator (seed 5, "Coordinator (Chief of Staff)"). */
export const COORDINATOR = 'chief-of-staff';

/**
 * Checks that the actor may dispatch tasks: the coordinator or a person, not a worker (seed 5, "Communication Rules" 2; rulings, team 6).
 * @throws CortexError `denied`, `not-found`
 */
export function checkDispatcher(
  context: Pick<OperationContext, 'interactive' | 'refusePerson'>,
  agents: ReadonlyMap<string, AgentNote>,
  by: string | undefined,
): void {
  if (by === undefined) return;
  checkAgent(context, by);
  if (isPerson(by) || by === COORDINATOR) return;
  const known = agents.has(by) ? 'workers do not create tasks' : 'the team has no such agent';
  const next = `Flag it in the session log: only the coordinator, ${COORDINATOR}, dispatches tasks.`;
  throw new CortexError(agents.has(by) ? 'denied' : 'not-found', known, { value: by, allowed: `${COORDINATOR}, or person:<name>`, next });
}
