import { type AdoptedLock, decideAdoption } from './adopted-lock.ts';
import type { LockEntry } from './held-locks.ts';
import { LockCore, type LockEdits } from './lock-core.ts';
import type { Reach } from './lock-overlap.ts';
import {
  type AdoptAnswer,
  type BlockedOn,
  compareLocks,
  type GrantedLock,
  type HeldAnswer,
  type LockAnswer,
  type LockEvent,
  type LockRequest,
  type LockTableState,
  type QueuedRequest,
  type RequestState,
} from './lock-types.ts';
import { findObstacles } from './obstacles.ts';
import { queuedRequest } from './queued-request.ts';
import { createLockPlan } from './wait-queue.ts';

/** The locks that a change affected, and the paths without such a lock. */
interface ChangedLocks {
  readonly done: readonly LockEntry[];
  readonly missing: readonly string[];
}

/**
 * The locks of a swarm (seed 1, "SwarmLock") as a deterministic state machine that log records drive. It reads no clock and draws no random
 * numbers, so all processes that make the same calls reach the same state and answers. `lock-core.ts` decides who gets which locks.
 *
 * For all methods: `at` is the record's time in milliseconds since 1970 UTC, and a time that goes back counts as no time passing. `fence`
 * is the record's ordinal. Paths are normalised (`normaliseLockPath`). Every change goes through `LockCore.change`. No method
 * throws. Callers check the limits of time to live and waiting time.
 */
export class LockTable {
  readonly #core: LockCore;

  constructor(reach: Reach = 'below') {
    this.#core = new LockCore({ reach });
  }

  /** Increases with every change of the held locks, but not of waiting requests. */
  get revision(): number {
    return this.#core.held.revision;
  }

  /** The lock and wait events of the last record, in order. */
  get events(): readonly LockEvent[] {
    return this.#core.events;
  }

  /**
   * Switches to the rule that a path covers everything that is or will be below it, with or without a trailing slash. Earlier grants stay,
   * so that the log of an earlier version replays with the answers it got.
   */
  coverBelow(): void {
    this.#core.rule.reach = 'below';
  }

  /** Shifts leases and waits after the clock was set, so that they keep their remaining time. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    this.#core.shift(ms);
  }

  /** Ends the locks and waits that are due (`<= at`), and grants the requests that become free. */
  advance(at: number, fence: number): void {
    this.#core.change(at, fence, () => undefined);
  }

  /**
   * Acquires all paths or none. A path that the agent already holds is granted again, with this request's type and fence, its reason if it
   * has one, and its end if that is later. If a request with this id already waits, nothing changes and its queue status is returned.
   */
  acquire(request: LockRequest, at: number, fence: number): LockAnswer {
    return this.#core.change(at, fence, (edits) => this.#decide(request, edits));
  }

  #decide(request: LockRequest, edits: LockEdits): LockAnswer {
    const core = this.#core;
    const known = core.queue.get(request.id);
    if (known !== undefined) return { status: 'queued', ...findObstacles(known, core.obstacles(known), core.rule) };
    const candidate = core.candidate(queuedRequest(request, core.now));
    if (core.isUnblocked(candidate)) return { status: 'granted', locks: edits.grant(candidate) };
    const obstacles = core.obstacles(candidate);
    const inTheWay = findObstacles(candidate, obstacles, core.rule);
    if (request.waitMs <= 0) return { status: 'denied', blockedBy: inTheWay.blockedBy };
    const cycle = core.findDeadlock(candidate, obstacles);
    if (cycle !== null) return { status: 'cycle', cycle };
    edits.enqueue(candidate, obstacles);
    return { status: 'queued', ...inTheWay };
  }

  /**
   * Ends a wait; does nothing when no request with this id waits.
   * @param isVoid also removes the locks that were granted to the request, even by this record
   */
  cancel(requestId: string, at: number, fence: number, isVoid = false): void {
    const { queue, held } = this.#core;
    this.#core.change(at, fence, (edits) => {
      const waiting = queue.get(requestId);
      if (waiting !== undefined) edits.removeRequest(waiting);
      for (const { agentId, path } of isVoid ? held.ofRequest(requestId) : []) {
        const lock = held.get(agentId, path);
        if (lock !== undefined) edits.removeLock(lock);
      }
    });
  }

  /** Returns the status of a request, as of the last record. */
  request(id: string): RequestState {
    const { queue, held, rule } = this.#core;
    const waiting = queue.get(id);
    if (waiting !== undefined) {
      return { status: 'queued', ...findObstacles(waiting, this.#core.obstacles(waiting), rule), until: waiting.request.until };
    }
    const locks = held.ofRequest(id);
    return locks.length > 0 ? { status: 'granted', locks } : { status: 'gone' };
  }

  /** Returns one lock or request that blocks a waiting request; `null` when the request does not wait. */
  blockedOn(id: string): BlockedOn | null {
    const waiting = this.#core.queue.get(id);
    const obstacle = waiting === undefined ? null : this.#core.firstObstacle(waiting);
    if (obstacle === null) return null;
    if ('lock' in obstacle) return { state: 'holding', request: obstacle.lock.requestId, until: obstacle.lock.expiresAt };
    return { state: 'waiting', request: obstacle.request.id, until: obstacle.request.until };
  }

  /**
   * Extends the locks on `paths` that are still held, to `at` + `ttlMs`.
   * @param ttlMs milliseconds; `undefined` keeps each lock's previous time to live
   */
  renew(agentId: string, paths: readonly string[], ttlMs: number | undefined, at: number, fence: number): HeldAnswer {
    const core = this.#core;
    const done = core.change(at, fence, (edits) =>
      this.#actOn(agentId, paths, (held) => {
        const ttl = ttlMs ?? held.lock.ttlMs;
        edits.extend(held, core.now + ttl, ttl);
        return true;
      }),
    );
    return this.#heldAnswer(done);
  }

  /** Releases `paths`, each spelled exactly as it was locked, or everything that the agent holds. Its waiting requests stay. */
  release(agentId: string, paths: readonly string[] | 'all', at: number, fence: number): HeldAnswer {
    const core = this.#core;
    const done = core.change(at, fence, (edits) => {
      const named = paths === 'all' ? core.held.ofAgent(agentId).map(({ lock }) => lock.path) : paths;
      return this.#actOn(agentId, named, (held) => remove(held, fence, edits));
    });
    return this.#heldAnswer(paths === 'all' ? { ...done, missing: [] } : done);
  }

  /**
   * Removes all locks and waiting requests of these agents, also those granted by this record. Returns the locks by path, then agent.
   * @param agents without duplicates
   */
  withdraw(agents: readonly string[], at: number, fence: number): GrantedLock[] {
    const core = this.#core;
    return core.change(at, fence, (edits) => {
      for (const waiting of agents.flatMap((agent) => [...core.queue.ofAgent(agent)])) edits.removeRequest(waiting);
      // Sorted, because the order in the table depends on when its state was built.
      const ended = agents.flatMap((agent) => core.held.ofAgent(agent)).sort((one, other) => compareLocks(one.lock, other.lock));
      for (const held of ended) edits.removeLock(held);
      return ended.map(({ lock }) => lock);
    });
  }

  /** Removes the locks on exactly `path`, of any agent. The caller must check permission. */
  break(path: string, at: number, fence: number): HeldAnswer {
    const { held } = this.#core;
    const done = this.#core.change(at, fence, (edits) => held.onPath(path).filter((each) => remove(each, fence, edits)));
    return this.#heldAnswer({ done, missing: done.length > 0 ? [] : [path] });
  }

  /**
   * Adopts a lock that another program wrote into the file. Such a program cannot queue and is already working, so requests that only wait
   * do not block it, unless its agent also waits here: then a cycle could close. If the log already granted this lock to that agent, only
   * its end can change, and only to a later time. No end is more than a day away. A lock that the log granted and lost keeps its token.
   */
  adopt(lock: AdoptedLock, at: number, fence: number): AdoptAnswer {
    return this.#core.change(at, fence, (edits) => decideAdoption(this.#core, lock, fence, edits));
  }

  /**
   * Removes a foreign lock that is no longer in the file. A lock that the log granted stays.
   * @param ended fencing token of a granted lock whose end the log has lost
   */
  dropForeign(path: string, agentId: string, at: number, fence: number, ended?: number): HeldAnswer {
    const isDroppable = ({ lock }: LockEntry) => lock.foreign || lock.fence === ended;
    const done = this.#core.change(at, fence, (edits) =>
      this.#actOn(agentId, [path], (held) => isDroppable(held) && remove(held, fence, edits)),
    );
    return this.#heldAnswer(done);
  }

  /** Returns the next time at which a lock or wait ends, or `null`. A record with that time makes it end. */
  nextExpiry(): number | null {
    const ends = [this.#core.held.nextExpiry(), this.#core.queue.nextEnd()].filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Returns the locks that are held at `at`, by path, then agent. */
  list(at: number): GrantedLock[] {
    return this.#core.held.all().filter((lock) => lock.expiresAt > Math.max(at, this.#core.now));
  }

  /** Returns the locks that an agent holds at `at`. */
  listOf(agentId: string, at: number): GrantedLock[] {
    const held = this.#core.held.ofAgent(agentId).map(({ lock }) => lock);
    return held.filter((lock) => lock.expiresAt > Math.max(at, this.#core.now));
  }

  /** Returns the locks held at `at` that overlap `path`, by path, then agent. */
  holders(path: string, at: number): GrantedLock[] {
    return this.#core.held.overlapping(path).filter((lock) => lock.expiresAt > Math.max(at, this.#core.now));
  }

  /** Returns the waiting requests in order, as of the last record. */
  queue(): QueuedRequest[] {
    return this.#core.queue.all().map(({ request }) => request);
  }

  toJSON(): LockTableState {
    const { now, held, queue, rule } = this.#core;
    const waiting = queue.all().map(({ request, goesBefore }) => {
      const overtaken = [...goesBefore].filter((other) => queue.has(other)).sort((one, other) => one.order - other.order);
      return { ...request, goesBefore: overtaken.map((other) => other.request.id) };
    });
    return { now, reach: rule.reach, locks: held.all(), queue: waiting };
  }

  /** Restores a table from `toJSON`; it gives the same answers as the original. @throws Error for locks that exclude each other */
  static fromJSON(state: LockTableState): LockTable {
    const table = new LockTable(state.reach);
    const { held, queue } = table.#core;
    table.advance(state.now, 0);
    for (const lock of state.locks) held.restore(lock);
    for (const { goesBefore, ...request } of state.queue) {
      const overtaken = goesBefore.map((id) => queue.get(id)).filter((other) => other !== undefined);
      table.#core.restore(queue.create(createLockPlan(request), new Set(overtaken)));
    }
    return table;
  }

  /** Runs `act` on the agent's locks on `paths`. Paths without a lock, or that `act` rejects, are missing. */
  #actOn(agentId: string, paths: readonly string[], act: (held: LockEntry) => boolean): ChangedLocks {
    const done: LockEntry[] = [];
    const missing: string[] = [];
    for (const path of new Set(paths)) {
      const held = this.#core.held.get(agentId, path);
      if (held !== undefined && act(held)) done.push(held);
      else missing.push(path);
    }
    return { done, missing };
  }

  /** Returns the answer after a change, which may have granted locks on the missing paths to other agents. */
  #heldAnswer({ done, missing }: ChangedLocks): HeldAnswer {
    const locks = done.map(({ lock }) => lock).sort(compareLocks);
    if (missing.length === 0) return { status: 'ok', locks };
    const heldBy = new Set(missing.flatMap((path) => this.#core.held.overlapping(path)));
    return { status: 'not-held', locks, paths: [...missing], heldBy: [...heldBy].sort(compareLocks) };
  }
}

/** Removes a lock unless this same record granted it: the writer of the record cannot have meant that lock. */
function remove(held: LockEntry, fence: number, edits: LockEdits): boolean {
  if (held.lock.fence === fence) return false;
  edits.removeLock(held);
  return true;
}
