import { shortestCycle } from '../../text/shortest-cycle.ts';
import type { HeldLocks, LockEntry } from './held-locks.ts';
import { compareLocks, type GrantedLock, type LockRule, typesConflict } from './lock-types.ts';
import { type Obstacle, type Obstacles, obstacleAgent, waitsForLock } from './obstacles.ts';
import { isGrantedBefore, type LockPlan, type Waiting, type WaitQueue, wantedTypeAt } from './wait-queue.ts';

const NONE: ReadonlySet<Waiting> = new Set();

/** Finds what blocks requests, and deadlocks. Changes nothing. */
export class ObstacleSearch {
  constructor(
    private readonly held: HeldLocks,
    private readonly queue: WaitQueue,
    private readonly rule: LockRule,
  ) {}

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
  anObstacle(waiting: Waiting, previous: Waiting | undefined): Obstacle | null {
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
  overtakes(plan: LockPlan): ReadonlySet<Waiting> {
    const { agentId, paths } = plan.request;
    if (this.queue.isEmpty) return NONE;
    const own = paths.map((path) => this.held.covering(agentId, path));
    if (own.every((locks) => locks.length === 0)) return NONE;
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
}
