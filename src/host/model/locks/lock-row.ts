import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { describeLockPath } from '../../../engine/swarm/index.ts';
import type { LockRow } from '../../dashboards/swarm/protocol.ts';
import { lockContext } from '../contexts.ts';
import { clipText, toNames } from '../pages.ts';

/** Returns the row of a lock in a dashboard. @param waiting agents that wait for it, in order of arrival */
export function toLockRow(lock: SwarmLock, waiting: readonly string[]): LockRow {
  const { path, agentId, type, acquiredAt, expiresAt, reason } = lock;
  const texts = { path: clipText(path), name: clipText(describeLockPath(path)), agentId: clipText(agentId), reason: clipText(reason) };
  return { ...texts, type, acquiredAt, expiresAt, waiting: toNames(waiting), context: lockContext(lock) };
}
