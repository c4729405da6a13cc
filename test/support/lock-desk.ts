import { LockTable } from '../../src/engine/swarm/locks/lock-table.ts';
import type { Blocker, GrantedLock, LockAnswer, LockRequest } from '../../src/engine/swarm/locks/lock-types.ts';

/** A lock table with its own clock and ordinals. `at(…)` sets the time, and each call is the next record. */
export class Desk {
  table = new LockTable();
  now = 0;
  fence = 0;

  at(now: number): this {
    this.now = now;
    return this;
  }

  next(): [number, number] {
    this.fence += 1;
    return [this.now, this.fence];
  }

  ask(agentId: string, paths: string | string[], more: Partial<LockRequest> = {}): LockAnswer {
    const request = {
      id: `r${this.fence + 1}`,
      agentId,
      paths: [paths].flat(),
      type: 'exclusive' as const,
      ttlMs: 100,
      waitMs: 0,
      reason: 'work',
    };
    return this.table.acquire({ ...request, ...more }, ...this.next());
  }

  wait(agentId: string, paths: string | string[], more: Partial<LockRequest> = {}): LockAnswer {
    return this.ask(agentId, paths, { waitMs: 1_000, ...more });
  }

  release(agentId: string, paths: string[] | 'all'): ReturnType<LockTable['release']> {
    return this.table.release(agentId, paths, ...this.next());
  }

  /** Locks as `agent:path`. */
  get held(): string[] {
    return this.table.list(this.now).map((lock) => `${lock.agentId}:${lock.path}`);
  }

  get waiting(): string[] {
    return this.table.queue().map((request) => request.agentId);
  }
}

/** Returns a lock that the first record at time 0 grants, with changes. */
export function lockOf(path: string, agentId: string, more: Partial<GrantedLock> = {}): GrantedLock {
  const times = { acquiredAt: 0, expiresAt: 100, ttlMs: 100 };
  return { path, agentId, type: 'exclusive', ...times, reason: 'work', fence: 1, requestId: 'r1', foreign: false, ...more };
}

/** Returns a blocker that holds such a lock. */
export const blockedBy = (agentId: string, path: string, more: Partial<Blocker> = {}): Blocker => ({
  state: 'holding',
  agentId,
  path,
  type: 'exclusive',
  until: 100,
  reason: 'work',
  ...more,
});
