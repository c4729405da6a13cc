import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { shownLockPath } from '../../../engine/swarm/index.ts';
import type { LockRow } from '../../dashboards/swarm/protocol.ts';
import { lockContext } from '../contexts.ts';
import { clipped, namesOf } from '../pages.ts';

/** Returns the row of a lock in a dashboard. @param waiting agents that wait for it, in order of arrival */
export function lockRowOf(lock: SwarmLock, waiting: readonly string[]): LockRow {
  const { path, agentId, type, acquiredAt, expiresAt, reason } = lock;
  const texts = { path: clipped(path), name: clipped(shownLockPath(path)), agentId: clipped(agentId), reason: clipped(reason) };
  return { ...texts, type, acquiredAt, expiresAt, waiting: namesOf(waiting), context: lockContext(lock) };
}
