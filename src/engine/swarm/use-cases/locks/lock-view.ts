import type { ImpactedFile } from '../../../crtx/graph/graph-digest.ts';
import type { LapsedLock } from '../../locks/lapsed-locks.ts';
import { overlaps } from '../../locks/lock-overlap.ts';
import type { GrantedLock, LockAnswer, QueuedRequest } from '../../locks/lock-types.ts';
import type { AcquireOutput, LapsedView, LockView, WaitView } from '../../schemas/locks.ts';
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

/** Returns the own locks that the last agent of a deadlock waits for. */
export function toRelease({ locks, runtime }: SwarmStore, answer: LockAnswer): string[] {
  if (answer.status !== 'cycle') return [];
  const [asking, waiting] = [answer.cycle.at(-1), answer.cycle.at(-2)];
  const wanted = locks.queue().flatMap(({ agentId, paths }) => (agentId === waiting ? paths : []));
  const own = locks.list(runtime.clock.now()).filter(({ agentId }) => agentId === asking);
  return own.map(({ path }) => path).filter((path) => wanted.some((each) => overlaps(each, path)));
}

/** Returns a file that a change may break, in the shape of an operation's output. */
export function toMayBreakView({ path, likelihood, because }: ImpactedFile): AcquireOutput['mayBreak'][number] {
  return { path, likelihood, because: [...because] };
}
