import { shortestCycle } from '../../text/shortest-cycle.ts';
import { HeldLocks, type LockEntry } from './held-locks.ts';
import { compareLocks, type GrantedLock, type LockEvent, type LockRule, type QueuedRequest, typesConflict } from './lock-types.ts';
import { type Obstacle, type Obstacles, obstacleAgent, waitsForLock } from './obstacles.ts';
import { createLockPlan, isGrantedBefore, type LockPlan, type Waiting, WaitQueue, wantedTypeAt } from './wait-queue.ts';

const NOBODY: ReadonlySet<Waiting> = new Set();

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
  readonly #watchers = new Map<Obstacle, Set<Waiting>>();
  readonly #firstObstacle = new Map<Waiting, Obstacle>();
  readonly #woken = new Set<Waiting>();
  #now = 0;
  #record = 0;
  #events: LockEvent[] = [];

  constructor(readonly rule: LockRule) {
    this.held = new HeldLocks(rule);
    this.queue = new WaitQueue(rule);
  }

  /** Effective time: the latest time seen so far. */
  get now(): number {
    return this.#now;
  }

  /** The events of the last record, in order. */
  get events(): readonly LockEvent[] {
    return this.#events;
  }

  /** Ends all due locks and waits, then grants. A wait that ends at the same time as the lock it waits for is not granted. */
  advance(at: number, fence: number): void {
    if (fence !== this.#record) this.#events = [];
    this.#record = fence;
    this.#now = Math.max(this.#now, at);
    for (let held = this.held.due(this.#now); held !== null; held = this.held.due(this.#now)) this.removeLock(held);
    for (let waiting = this.queue.due(this.#now); waiting !== null; waiting = this.queue.due(this.#now)) this.removeRequest(waiting);
    this.grantUnblocked(fence);
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
    return this.queue.create(plan, this.#overtakes(plan));
  }

  /** Removes a lock. The caller must call `grantUnblocked`. */
  removeLock(held: LockEntry): void {
    this.held.remove(held);
    this.#events.push({ event: 'ended', lock: held.lock });
    this.#wakeWatchers(held);
  }

  /** Removes a request from the queue. The caller must call `grantUnblocked`. */
  removeRequest(waiting: Waiting): void {
    this.queue.remove(waiting);
    this.#events.push({ event: 'left', request: waiting.request });
    this.#watch(waiting, null);
    this.#wakeWatchers(waiting);
  }

  /** Adds a lock, replacing the one that its agent has on that path. The caller must call `grantUnblocked`. */
  addLock(lock: GrantedLock): void {
    const old = this.held.add(lock);
    this.#events.push({ event: 'granted', lock });
    if (old !== undefined) this.#wakeWatchers(old);
  }

  /** Sets a lock's new end time. */
  extend(held: LockEntry, expiresAt: number, ttlMs: number): void {
    this.held.extend(held, expiresAt, ttlMs);
    this.#events.push({ event: 'renewed', lock: held.lock });
  }

  /**
   * Grants a request that nothing blocks, and returns its locks by path. A lock that the agent already has keeps its end if that is later,
   * and its reason if the request has none. The caller must call `grantUnblocked`.
   */
  grant(waiting: Waiting, fence: number): GrantedLock[] {
    const { id: requestId, agentId, paths, ttlMs, reason } = waiting.request;
    const expiresAt = this.#now + ttlMs;
    const locks = paths.map((path): GrantedLock => {
      const own = this.held.get(agentId, path)?.lock;
      const lease = own !== undefined && own.expiresAt > expiresAt ? own : { expiresAt, ttlMs };
      return {
        ...{ path, agentId, type: wantedTypeAt(waiting, path), acquiredAt: this.#now, expiresAt: lease.expiresAt, ttlMs: lease.ttlMs },
        ...{ reason: reason === '' ? (own?.reason ?? '') : reason, fence, requestId, foreign: false },
      };
    });
    for (const lock of locks) this.addLock(lock);
    return locks;
  }

  enqueue(waiting: Waiting, obstacles: Obstacles): void {
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
  grantUnblocked(fence: number): void {
    while (this.#woken.size > 0) {
      const batch = [...this.#woken].sort((one, other) => one.order - other.order);
      this.#woken.clear();
      let previous: Waiting | undefined;
      for (const waiting of batch) {
        if (!this.queue.has(waiting)) continue;
        const obstacle = this.#anObstacle(waiting, previous);
        if (obstacle === null) {
          this.removeRequest(waiting);
          this.grant(waiting, fence);
        } else {
          this.#watch(waiting, obstacle);
          previous = waiting;
        }
      }
    }
  }

  /** Reports whether nothing blocks a request. */
  isUnblocked(waiting: Waiting): boolean {
    return this.#anObstacle(waiting, undefined) === null;
  }

  /** Returns one obstacle of a waiting request, whose end triggers a recheck of the request. */
  firstObstacle(waiting: Waiting): Obstacle | null {
    return this.#firstObstacle.get(waiting) ?? this.#anObstacle(waiting, undefined);
  }

  /** Returns everything that blocks a request. */
  obstacles(waiting: Waiting): Obstacles {
    const held = new Set<LockEntry>();
    const requests = new Set<Waiting>();
    for (const path of waiting.request.paths) {
      this.#visitObstacles(waiting, path, (obstacle) => {
        if ('lock' in obstacle) held.add(obstacle);
        else requests.add(obstacle);
        return false;
      });
    }
    return {
      held: [...held].sort((one, other) => compareLocks(one.lock, other.lock)),
      waiting: [...requests].sort((one, other) => one.order - other.order),
    };
  }

  /** Returns the cycle that would arise if this request, not yet queued, waited; `null` when it may wait. */
  findDeadlock(candidate: Waiting, obstacles: Obstacles): string[] | null {
    const { agentId, paths } = candidate.request;
    if (!this.#isWaitedFor(agentId)) return null;
    const seen = new Map<string, number>();
    // Where the agent has own locks or requests, those are missing among its obstacles.
    for (const path of paths) {
      const type = wantedTypeAt(candidate, path);
      if (!this.#hasOwn(agentId, path, type)) seen.set(`${type} ${path}`, candidate.order);
    }
    const first = new Set([...obstacles.held, ...obstacles.waiting].map(obstacleAgent));
    // Sorted by code units, so that every process reports the same cycle.
    return shortestCycle(agentId, (agent) => [...(agent === agentId ? first : this.#waitsFor(agent, seen))].sort());
  }

  #isWaitedFor(agentId: string): boolean {
    if (this.queue.waitsAny(agentId)) return true;
    const isOther = (other: Waiting) => other.request.agentId !== agentId;
    return this.held.ofAgent(agentId).some(({ lock }) => this.queue.visitConflicts(lock.path, lock.type, isOther));
  }

  #hasOwn(agentId: string, path: string, type: GrantedLock['type']): boolean {
    const isOwn = (obstacle: Obstacle) => obstacleAgent(obstacle) === agentId;
    return this.held.visitConflicts(path, type, isOwn) || this.queue.visitConflicts(path, type, isOwn);
  }

  /**
   * @param seen by type and path, the latest request whose obstacles were all visited. An earlier request there has no other obstacles, so
   * a long queue is walked once. (A later request that goes before one of them goes before all: it does so because of a lock that all of
   * them wait for, and behind any of them it would have closed a cycle.) This does not hold for a request that itself goes before others.
   */
  #waitsFor(agent: string, seen: Map<string, number>): Set<string> {
    const found = new Set<string>();
    for (const waiting of this.queue.ofAgent(agent)) {
      for (const path of waiting.request.paths) {
        const key = `${wantedTypeAt(waiting, path)} ${path}`;
        const latest = seen.get(key) ?? -1;
        if (latest > waiting.order) continue;
        if (waiting.goesBefore.size === 0) seen.set(key, Math.max(latest, waiting.order));
        this.#visitObstacles(waiting, path, (obstacle) => {
          found.add(obstacleAgent(obstacle));
          return false;
        });
      }
    }
    return found;
  }

  #visitObstacles(waiting: Waiting, path: string, see: (obstacle: Obstacle) => boolean): boolean {
    const { agentId } = waiting.request;
    const type = wantedTypeAt(waiting, path);
    if (this.held.visitConflicts(path, type, (held) => held.lock.agentId !== agentId && see(held))) return true;
    return this.queue.visitConflicts(path, type, (other) => {
      return other.request.agentId !== agentId && isGrantedBefore(other, waiting) && see(other);
    });
  }

  /**
   * Returns any one of the obstacles, or `null`.
   * @param previous a waiting request that is likely to be an obstacle, checked first
   */
  #anObstacle(waiting: Waiting, previous: Waiting | undefined): Obstacle | null {
    const { agentId, paths } = waiting.request;
    const [path = ''] = paths;
    if (previous !== undefined && previous.request.agentId !== agentId && isGrantedBefore(previous, waiting)) {
      if (previous.request.paths[0] === path && typesConflict(wantedTypeAt(previous, path), wantedTypeAt(waiting, path))) return previous;
    }
    const found: Obstacle[] = [];
    paths.some((each) => this.#visitObstacles(waiting, each, (obstacle) => found.push(obstacle) > 0));
    return found[0] ?? null;
  }

  /** Returns the earlier requests that a request goes before, by the exception described at `LockCore`. */
  #overtakes(plan: LockPlan): ReadonlySet<Waiting> {
    const { agentId, paths } = plan.request;
    if (this.queue.isEmpty) return NOBODY;
    const own = paths.map((path) => this.held.covering(agentId, path));
    if (own.every((locks) => locks.length === 0)) return NOBODY;
    const before = new Set<Waiting>();
    const after = new Set<Waiting>();
    for (const [at, path] of paths.entries()) {
      this.queue.visitConflicts(path, wantedTypeAt(plan, path), (other) => {
        if (other.request.agentId !== agentId)
          (own[at]?.some((lock) => waitsForLock(other, lock, this.rule.reach)) ? before : after).add(other);
        return false;
      });
    }
    for (const other of after) before.delete(other);
    return before;
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
