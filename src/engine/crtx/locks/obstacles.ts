import type { Held } from './held-locks.ts';
import { overlaps, type Reach } from './lock-overlap.ts';
import { type GrantedLock, typesConflict } from './lock-types.ts';
import { typeAt, type Waiting } from './wait-queue.ts';

/** What may keep a request from being granted. */
export type Obstacle = Held | Waiting;

/** Everything that keeps a request from being granted: locks by path, then agent; requests in order. */
export interface Obstacles {
  readonly held: readonly Held[];
  readonly waiting: readonly Waiting[];
}

export function agentOf(obstacle: Obstacle): string {
  return 'lock' in obstacle ? obstacle.lock.agentId : obstacle.request.agentId;
}

/** Whether a request waits for a lock that is held. */
export function waitsForLock(waiting: Waiting, lock: GrantedLock, reach: Reach): boolean {
  return waiting.request.paths.some((path) => typesConflict(typeAt(waiting, path), lock.type) && overlaps(path, lock.path, reach));
}
