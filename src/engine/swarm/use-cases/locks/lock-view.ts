import type { LapsedLock } from '../../locks/lapsed-locks.ts';
import type { GrantedLock, QueuedRequest } from '../../locks/lock-types.ts';
import type { LapsedView, LockView, WaitView } from '../../schemas/locks.ts';
import type { SwarmRecord } from '../../state/records.ts';
import type { RecordedAnswer, SwarmStore } from '../../store.ts';

/** Returns a lock in the shape of an operation's output. */
export function toLockView({ path, agentId, type, acquiredAt, expiresAt, reason, fence }: GrantedLock): LockView {
  return { path, agentId, type, acquiredAt, expiresAt, reason, fence };
}

/** Returns a waiting request in the shape of an operation's output. */
export function toWaitView({ agentId, paths, type, requestedAt, until, reason }: QueuedRequest): WaitView {
  return { agentId, paths: [...paths], type, requestedAt, until, reason };
}

/** Returns the locks that ended with the swarm, in the shape of an operation's output. */
export function toReleasedLocks({ releasedLocks }: Pick<RecordedAnswer<SwarmRecord['op']>, 'releasedLocks'>): {
  releasedLocks: LockView[];
} {
  return { releasedLocks: releasedLocks.map(toLockView) };
}

/** Returns a lapsed lock in the shape of an operation's output, with the other agents that hold the path now. */
export function toLapsedView({ locks, runtime }: SwarmStore, { agentId, path, at, broken, swarm }: LapsedLock): LapsedView {
  const others = locks.holders(path, runtime.clock.now()).filter((lock) => lock.agentId !== agentId);
  return { path, at, broken: broken ?? null, swarm: swarm ?? null, heldBy: [...new Set(others.map((lock) => lock.agentId))] };
}
