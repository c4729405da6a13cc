import { HeldLocks, type LockEntry } from './held-locks.ts';
import type { GrantedLock, LockEvent, LockRule, QueuedRequest } from './lock-types.ts';
import { ObstacleSearch } from './obstacle-search.ts';
import type { Obstacle, Obstacles } from './obstacles.ts';
import { createLockPlan, type Waiting, WaitQueue, wantedTypeAt } from './wait-queue.ts';

/** The edits of a change. They are only available in `LockCore.change`, which then grants the requests that became free. */
export interface LockEdits {
  removeLock(held: LockEntry): void;
  /** Removes a request from the queue. */
  removeRequest(waiting: Waiting): void;
  /** Adds a lock, replacing the one that its agent has on that path. */
  addLock(lock: GrantedLock): void;
  /** Sets a lock's end, in milliseconds since 1970 UTC. */
  extend(held: LockEntry, expiresAt: number, ttlMs: number): void;
  /**
   * Grants a request that nothing blocks, and returns its locks by path. A lock that the agent already has keeps its end if that is later,
   * and its reason if the request has none.
   */
  grant(waiting: Waiting): GrantedLock[];
  enqueue(waiting: Waiting, obstacles: Obstacles): void;
}

/**
 * Decides which requests get which locks, and when (docs/protocols/crtx.md, "Locks").
 *
 * Two things block a request: a lock of another agent that overlaps and excludes it, and a waiting request of another agent that overlaps
 * and excludes it and goes first. The earlier request goes first, with one exception: a request goes before an earlier one if each of its
 * contested paths lies within a lock that its agent already holds and that the earlier request waits for anyway. So an agent may renew,
 * strengthen or narrow its locks while others wait for them; making it wait behind them would be a deadlock. It may not widen its locks
 * past them, so what they wait for can only shrink and they do not starve. The exception is decided when a request is made and stays, even
 * if that lock ends. Since the earlier request already waited for that agent, the exception never adds an edge to the wait-for graph. A
 * cycle can only arise with a new wait, and is searched for then.
 *
 * Each waiting request watches one of its obstacles and is rechecked only when that obstacle goes. Most watch the request before them, so
 * that passing on a lock with ten thousand waiters does not recheck them all.
 */
export class LockCore {
  readonly held: HeldLocks;
  readonly queue: WaitQueue;
  readonly #search: ObstacleSearch;
  readonly #watchers = new Map<Obstacle, Set<Waiting>>();
  readonly #firstObstacle = new Map<Waiting, Obstacle>();
  readonly #woken = new Set<Waiting>();
  readonly #edits: LockEdits = {
    removeLock: (held) => this.#removeLock(held),
    removeRequest: (waiting) => this.#removeRequest(waiting),
    addLock: (lock) => this.#addLock(lock),
    extend: (held, expiresAt, ttlMs) => this.#extend(held, expiresAt, ttlMs),
    grant: (waiting) => this.#grant(waiting),
    enqueue: (waiting, obstacles) => this.#enqueue(waiting, obstacles),
  };
  #now = 0;
  /** Ordinal of the last record. */
  #fence = 0;
  #events: LockEvent[] = [];

  constructor(readonly rule: LockRule) {
    this.held = new HeldLocks(rule);
    this.queue = new WaitQueue(rule);
    this.#search = new ObstacleSearch(this.held, this.queue, rule);
  }

  /** Effective time: the latest time seen so far. */
  get now(): number {
    return this.#now;
  }

  /** The events of the last record, in order. */
  get events(): readonly LockEvent[] {
    return this.#events;
  }

  /**
   * The only way to change locks and waits for a record: ends all that are due, makes the edits, then grants all requests that became free.
   * A wait that ends at the same time as the lock it waits for is not granted.
   */
  change<Result>(at: number, fence: number, edit: (edits: LockEdits) => Result): Result {
    this.#advance(at, fence);
    const result = edit(this.#edits);
    this.#grantUnblocked();
    return result;
  }

  #advance(at: number, fence: number): void {
    if (fence !== this.#fence) this.#events = [];
    this.#fence = fence;
    this.#now = Math.max(this.#now, at);
    for (let held = this.held.due(this.#now); held !== null; held = this.held.due(this.#now)) this.#removeLock(held);
    for (let waiting = this.queue.due(this.#now); waiting !== null; waiting = this.queue.due(this.#now)) this.#removeRequest(waiting);
    this.#grantUnblocked();
  }

  /** Shifts all locks and waits in time. @param ms by how much the clock was set, milliseconds */
  shift(ms: number): void {
    this.#now += ms;
    this.held.shift(ms);
    this.queue.shift(ms);
  }

  /** Creates a request at the end of the order, without adding it to the queue. */
  candidate(request: QueuedRequest): Waiting {
    const plan = createLockPlan(request);
    return this.queue.create(plan, this.#search.overtakes(plan));
  }

  #removeLock(held: LockEntry): void {
    this.held.remove(held);
    this.#events.push({ event: 'ended', lock: held.lock });
    this.#wakeWatchers(held);
  }

  #removeRequest(waiting: Waiting): void {
    this.queue.remove(waiting);
    this.#events.push({ event: 'left', request: waiting.request });
    this.#watch(waiting, null);
    this.#wakeWatchers(waiting);
  }

  #addLock(lock: GrantedLock): void {
    const old = this.held.add(lock);
    this.#events.push({ event: 'granted', lock });
    if (old !== undefined) this.#wakeWatchers(old);
  }

  #extend(held: LockEntry, expiresAt: number, ttlMs: number): void {
    this.held.extend(held, expiresAt, ttlMs);
    this.#events.push({ event: 'renewed', lock: held.lock });
  }

  #grant(waiting: Waiting): GrantedLock[] {
    const { id: requestId, agentId, paths, ttlMs, reason } = waiting.request;
    const expiresAt = this.#now + ttlMs;
    const locks = paths.map((path): GrantedLock => {
      const own = this.held.get(agentId, path)?.lock;
      const lease = own !== undefined && own.expiresAt > expiresAt ? own : { expiresAt, ttlMs };
      return {
        path,
        agentId,
        type: wantedTypeAt(waiting, path),
        acquiredAt: this.#now,
        expiresAt: lease.expiresAt,
        ttlMs: lease.ttlMs,
        reason: reason === '' ? (own?.reason ?? '') : reason,
        fence: this.#fence,
        requestId,
        foreign: false,
      };
    });
    for (const lock of locks) this.#addLock(lock);
    return locks;
  }

  #enqueue(waiting: Waiting, obstacles: Obstacles): void {
    this.queue.add(waiting);
    this.#events.push({ event: 'queued', request: waiting.request });
    this.#watch(waiting, obstacles.waiting.at(-1) ?? obstacles.held[0] ?? null);
  }

  /** Adds a waiting request from a saved table. Requests that precede it must be restored first. */
  restore(waiting: Waiting): void {
    this.queue.add(waiting);
    this.#woken.add(waiting);
  }

  /** Grants all requests that are free. The processing order has no effect, only which of two conflicting requests goes first. */
  #grantUnblocked(): void {
    while (this.#woken.size > 0) {
      const batch = [...this.#woken].sort((one, other) => one.order - other.order);
      this.#woken.clear();
      let previous: Waiting | undefined;
      for (const waiting of batch) {
        if (!this.queue.has(waiting)) continue;
        const obstacle = this.#search.anObstacle(waiting, previous);
        if (obstacle === null) {
          this.#removeRequest(waiting);
          this.#grant(waiting);
        } else {
          this.#watch(waiting, obstacle);
          previous = waiting;
        }
      }
    }
  }

  /** Reports whether nothing blocks a request. */
  isUnblocked(waiting: Waiting): boolean {
    return this.#search.anObstacle(waiting, undefined) === null;
  }

  /** Returns one obstacle of a waiting request, whose end triggers a recheck of the request. */
  firstObstacle(waiting: Waiting): Obstacle | null {
    return this.#firstObstacle.get(waiting) ?? this.#search.anObstacle(waiting, undefined);
  }

  /** Returns everything that blocks a request. */
  obstacles(waiting: Waiting): Obstacles {
    return this.#search.obstacles(waiting);
  }

  /** Returns the cycle that would arise if this request, not yet queued, waited; `null` when it may wait. */
  findDeadlock(candidate: Waiting, obstacles: Obstacles): string[] | null {
    return this.#search.findDeadlock(candidate, obstacles);
  }

  #watch(waiting: Waiting, obstacle: Obstacle | null): void {
    const old = this.#firstObstacle.get(waiting);
    if (old !== undefined) this.#watchers.get(old)?.delete(waiting);
    this.#firstObstacle.delete(waiting);
    if (obstacle === null) return;
    this.#firstObstacle.set(waiting, obstacle);
    const watchers = this.#watchers.get(obstacle);
    if (watchers === undefined) this.#watchers.set(obstacle, new Set([waiting]));
    else watchers.add(waiting);
  }

  #wakeWatchers(obstacle: Obstacle): void {
    for (const waiting of this.#watchers.get(obstacle) ?? []) {
      this.#firstObstacle.delete(waiting);
      this.#woken.add(waiting);
    }
    this.#watchers.delete(obstacle);
  }
}
