import type { GrantedLock } from '../lock-types.ts';
import type { LockView } from '../operations/locks.ts';

/** A lock as operations show it. */
export function lockViewOf({ path, agentId, type, acquiredAt, expiresAt, reason, fence }: GrantedLock): LockView {
  return { path, agentId, type, acquiredAt, expiresAt, reason, fence };
}
