import type { LapsedLock } from '../locks/lapsed-locks.ts';
import type { GrantedLock } from '../locks/lock-types.ts';
import type { LapsedView, LockView } from '../operations/locks.ts';
import type { SwarmStore } from '../store.ts';

/** A lock as operations show it. */
export function lockViewOf({ path, agentId, type, acquiredAt, expiresAt, reason, fence }: GrantedLock): LockView {
  return { path, agentId, type, acquiredAt, expiresAt, reason, fence };
}

/** A lock that is gone as operations show it: with who has the path now, the agent itself left out. */
export function lapsedViewOf({ locks, runtime }: SwarmStore, { agentId, path, at, broken }: LapsedLock): LapsedView {
  const others = locks.holders(path, runtime.clock.now()).filter((lock) => lock.agentId !== agentId);
  return { path, at, broken: broken ?? null, heldBy: [...new Set(others.map((lock) => lock.agentId))] };
}
