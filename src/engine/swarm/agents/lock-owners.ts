import { isPerson } from '../../crtx/people.ts';
import type { SwarmRun } from '../state/swarm-run.ts';

/**
 * Whose locks and waits end with a swarm (docs/decisions/0038-locks-end-with-their-swarm.md): everybody who ever joined, and the
 * coordinator. A person who only coordinates goes on working in the editor and keeps them.
 */
export function lockOwners({ releasesLocks, coordinator, members }: SwarmRun): string[] {
  if (!releasesLocks) return [];
  const joined = [...members.keys()];
  return members.has(coordinator) || isPerson(coordinator) ? joined : [...joined, coordinator];
}
