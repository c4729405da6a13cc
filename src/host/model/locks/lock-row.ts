import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { shownLockPath } from '../../../engine/swarm/index.ts';
import type { LockRow } from '../../dashboards/swarm/protocol.ts';
import { lockContext } from '../contexts.ts';
import { clipped, namesOf } from '../pages.ts';

/** The row of a lock in any dashboard. @param waiting who waits for it, first come first */
export function lockRowOf(lock: SwarmLock, waiting: readonly string[]): LockRow {
  const { path, agentId, type, acquiredAt, expiresAt, reason } = lock;
  const texts = { path: clipped(path), name: clipped(shownLockPath(path)), agentId: clipped(agentId), reason: clipped(reason) };
  return { ...texts, type, acquiredAt, expiresAt, waiting: namesOf(waiting), context: lockContext(lock) };
}
