import type { LockEntry } from './held-locks.ts';
import { overlaps, type Reach } from './lock-overlap.ts';
import { type Blocker, type GrantedLock, type LockRule, MAX_BLOCKERS, typesConflict } from './lock-types.ts';
import { type Waiting, wantedTypeAt } from './wait-queue.ts';

/** A held lock or a waiting request that may block a request. */
export type Obstacle = LockEntry | Waiting;

/** Everything that blocks a request: locks by path, then agent; requests in order. */
export interface Obstacles {
  readonly held: readonly LockEntry[];
  readonly waiting: readonly Waiting[];
}

export function obstacleAgent(obstacle: Obstacle): string {
  return 'lock' in obstacle ? obstacle.lock.agentId : obstacle.request.agentId;
}

/** Reports whether a request waits for a held lock. */
export function waitsForLock(waiting: Waiting, lock: GrantedLock, reach: Reach): boolean {
  return waiting.request.paths.some((path) => typesConflict(wantedTypeAt(waiting, path), lock.type) && overlaps(path, lock.path, reach));
}

/** Returns what blocks a request: holders first, then the requests before it, at most `MAX_BLOCKERS`. */
export function findObstacles(
  candidate: Waiting,
  { held, waiting }: Obstacles,
  { reach }: LockRule,
): { ahead: number; blockedBy: Blocker[] } {
  const holders = held.slice(0, MAX_BLOCKERS).map(({ lock: { agentId, path, type, expiresAt, reason } }): Blocker => {
    return { state: 'holding', agentId, path, type, until: expiresAt, reason };
  });
  const waiters = waiting.slice(0, MAX_BLOCKERS - holders.length).map((other): Blocker => {
    const { agentId, paths, until, reason } = other.request;
    const path = paths.find((theirs) => excludes(other, theirs, candidate, reach)) ?? '';
    return { state: 'waiting', agentId, path, type: wantedTypeAt(other, path), until, reason };
  });
  return { ahead: waiting.length, blockedBy: [...holders, ...waiters] };
}

/** Reports whether what one request wants on one of its paths excludes anything that the other wants. */
function excludes(one: Waiting, path: string, other: Waiting, reach: Reach): boolean {
  const type = wantedTypeAt(one, path);
  return other.request.paths.some((ours) => typesConflict(type, wantedTypeAt(other, ours)) && overlaps(path, ours, reach));
}
