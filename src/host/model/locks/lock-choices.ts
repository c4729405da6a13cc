import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { shownLockPath } from '../../../engine/swarm/index.ts';
import { duration, pickText } from '../text.ts';

/** Locks to choose from, called as what they are on is on the disk: so a person types it. @param now milliseconds since 1970 UTC */
export function lockChoices(locks: readonly SwarmLock[], now: number) {
  return locks.map((lock) => ({
    label: pickText(shownLockPath(lock.path)),
    description: `${pickText(lock.agentId, 60)} · ${lock.type} · ${duration(lock.expiresAt - now)} left`,
    ...(lock.reason !== '' && { detail: pickText(lock.reason) }),
    value: lock,
  }));
}
