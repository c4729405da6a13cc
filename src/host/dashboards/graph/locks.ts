import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { escapeLockPath } from '../../../engine/swarm/index.ts';
import { coveringLocks } from '../../model/locks/covering-locks.ts';
import { clipped } from '../../model/pages.ts';
import type { GraphSnapshot } from './protocol.ts';

type Shown = GraphSnapshot['locks'][string];

/** Nobody reads more names of a lock that is shared. */
const MOST_AGENTS = 20;

/** Who has files locked. @param paths relative to the project; those of clusters, which are empty, have none */
export function locksOn(paths: Iterable<string>, locks: readonly SwarmLock[]): Record<string, Shown> {
  const shown: Record<string, Shown> = {};
  if (locks.length === 0) return shown;
  const find = coveringLocks(locks);
  for (const path of new Set(paths)) {
    const found = path === '' ? [] : find(escapeLockPath(path));
    if (found.length === 0) continue;
    const mode = found.some(({ type }) => type === 'exclusive') ? 'exclusive' : 'shared';
    const agents = [...new Set(found.map(({ agentId }) => clipped(agentId)))].slice(0, MOST_AGENTS);
    Object.defineProperty(shown, path, { value: { mode, agents }, enumerable: true });
  }
  return shown;
}
