import type { SwarmLock } from '../../crtx/schema.ts';
import type { LockCore, LockEdits } from './lock-core.ts';
import type { AdoptAnswer, GrantedLock } from './lock-types.ts';
import { findObstacles } from './obstacles.ts';

/** A lock from the file. `granted`: what the log had granted and lost. */
export interface AdoptedLock extends SwarmLock {
  readonly granted?: Pick<GrantedLock, 'fence' | 'requestId' | 'ttlMs'> | undefined;
}

/** Longest time that a foreign lock is held without renewal, in milliseconds. It is the same limit as for our own requests. */
const MAX_LEASE = 24 * 3_600_000;

/** Grants a lock from the file unless something blocks it, see `LockTable.adopt`. @param fence token of a new grant */
export function decideAdoption(core: LockCore, lock: AdoptedLock, fence: number, edits: LockEdits): AdoptAnswer {
  const { agentId, path, type, acquiredAt, reason } = lock;
  const expiresAt = Math.min(lock.expiresAt, core.now + MAX_LEASE);
  if (expiresAt <= core.now) return { status: 'expired' };
  const own = core.held.get(agentId, path);
  if (own !== undefined && !own.lock.foreign && own.lock.fence >= (lock.granted?.fence ?? 0)) {
    if (expiresAt > own.lock.expiresAt) edits.extend(own, expiresAt, own.lock.ttlMs);
    return { status: 'granted', lock: own.lock };
  }
  const ttlMs = Math.min(expiresAt - Math.min(acquiredAt, core.now), MAX_LEASE);
  const asked = { id: '', agentId, paths: [path], type, ttlMs, reason, requestedAt: core.now, until: core.now };
  const candidate = core.candidate(asked);
  const obstacles = core.obstacles(candidate);
  if (obstacles.held.length > 0 || (obstacles.waiting.length > 0 && core.queue.waitsAny(agentId))) {
    return { status: 'denied', blockedBy: findObstacles(candidate, obstacles, core.rule).blockedBy };
  }
  const grant = lock.granted ?? { fence, requestId: null, ttlMs };
  const adopted = { path, agentId, type, acquiredAt, expiresAt, reason, ...grant, foreign: lock.granted === undefined };
  edits.addLock(adopted);
  return { status: 'granted', lock: adopted };
}
