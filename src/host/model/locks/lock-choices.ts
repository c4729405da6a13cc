import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { describeLockPath } from '../../../engine/swarm/index.ts';
import { pickText, timeLeft } from '../text.ts';

/** Returns pick list items for locks, labelled with their path on disk. @param now milliseconds since 1970 UTC */
export function lockChoices(locks: readonly SwarmLock[], now: number) {
  return locks.map((lock) => ({
    label: pickText(describeLockPath(lock.path)),
    description: `${pickText(lock.agentId, 60)} · ${lock.type} · ${timeLeft(lock.expiresAt - now)} left`,
    ...(lock.reason !== '' && { detail: pickText(lock.reason) }),
    value: lock,
  }));
}
