import { isPerson } from '../../crtx/people.ts';
import type { SwarmRun } from '../state/swarm-run.ts';

/**
 * Returns the agents whose locks and waits end with a swarm (docs/decisions/0038-locks-end-with-their-swarm.md): all who ever joined, and
 * the coordinator. A person who only coordinates may still work in the editor and keeps them.
 */
export function lockOwners({ releasesLocks, coordinator, members }: SwarmRun): string[] {
  if (!releasesLocks) return [];
  const joined = [...members.keys()];
  return members.has(coordinator) || isPerson(coordinator) ? joined : [...joined, coordinator];
}
