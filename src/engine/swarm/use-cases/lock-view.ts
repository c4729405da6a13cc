import type { LapsedLock } from '../locks/lapsed-locks.ts';
import type { GrantedLock, QueuedRequest } from '../locks/lock-types.ts';
import type { LapsedView, LockView, WaitView } from '../schemas/locks.ts';
import type { SwarmRecord } from '../state/records.ts';
import type { Answered, SwarmStore } from '../store.ts';

/** A lock as operations show it. */
export function lockViewOf({ path, agentId, type, acquiredAt, expiresAt, reason, fence }: GrantedLock): LockView {
  return { path, agentId, type, acquiredAt, expiresAt, reason, fence };
}

/** A request that waits as operations show it. */
export function waitViewOf({ agentId, paths, type, requestedAt, until, reason }: QueuedRequest): WaitView {
  return { agentId, paths: [...paths], type, requestedAt, until, reason };
}

/** The locks that ended with the swarm, as an operation that may end it shows them. */
export function releasedBy({ releasedLocks }: Pick<Answered<SwarmRecord['op']>, 'releasedLocks'>): { releasedLocks: LockView[] } {
  return { releasedLocks: releasedLocks.map(lockViewOf) };
}

/** A lock that is gone as operations show it: with who has the path now, the agent itself left out. */
export function lapsedViewOf({ locks, runtime }: SwarmStore, { agentId, path, at, broken, swarm }: LapsedLock): LapsedView {
  const others = locks.holders(path, runtime.clock.now()).filter((lock) => lock.agentId !== agentId);
  return { path, at, broken: broken ?? null, swarm: swarm ?? null, heldBy: [...new Set(others.map((lock) => lock.agentId))] };
}
