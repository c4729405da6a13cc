import type { SwarmLock } from '../../crtx/schema.ts';
import type { Held } from './held-locks.ts';
import { LockCore } from './lock-core.ts';
import type { Reach } from './lock-overlap.ts';
import {
  type AdoptAnswer,
  type BlockedOn,
  compareLocks,
  compareText,
  type GrantedLock,
  type HeldAnswer,
  type LockAnswer,
  type LockEvent,
  type LockRequest,
  type LockTableState,
  type QueuedRequest,
  type RequestState,
} from './lock-types.ts';
import { standing } from './obstacles.ts';
import { lockPlanOf } from './wait-queue.ts';

/** Nobody may hold a path for longer without renewing, whatever another program wrote; milliseconds, as for our own requests. */
const LONGEST_LEASE = 24 * 3_600_000;

/**
 * The locks of a swarm (seed 1, "SwarmLock") as a machine that log records drive: it reads no clock and draws no numbers, so every
 * process that makes the same calls comes to the same state and the same answers. `lock-core.ts` says who gets what.
 *
 * Everywhere: `at` is the record's time in milliseconds since 1970 UTC, and time that goes back is taken as standing still; `fence` is
 * the record's ordinal; paths are normalised (`normaliseLockPath`). Every call that changes something first lets time pass, as
 * `advance` does. Nothing throws. Limits of time to live and waiting are the caller's to check.
 */
export class LockTable {
  readonly #core: LockCore;

  constructor(reach: Reach = 'below') {
    this.#core = new LockCore({ reach });
  }

  /** Grows with every change of what is held; waits do not count. */
  get revision(): number {
    return this.#core.held.revision;
  }

  /** What became of locks and waits with the last record, in order. */
  get events(): readonly LockEvent[] {
    return this.#core.events;
  }

  /**
   * From now on a path covers what is or will be below it, with or without a slash at its end. What was granted before stays, so that a log
   * of an earlier version is read as it was answered.
   */
  coverBelow(): void {
    this.#core.rule.reach = 'below';
  }

  /** The clock was set: leases and waits keep what they have left. @param ms milliseconds, also negative */
  shift(ms: number): void {
    this.#core.shift(ms);
  }

  /** Lets time pass: locks and waits whose end has come (`<= at`) are over, and the requests behind them get their turn. */
  advance(at: number, fence: number): void {
    this.#core.advance(at, fence);
  }

  /**
   * Takes all paths or none. A path that the agent holds already is taken anew, with this request's type, end, reason and fence.
   * A request whose id is waiting already changes nothing and learns how it stands.
   */
  acquire(request: LockRequest, at: number, fence: number): LockAnswer {
    const core = this.#core;
    core.advance(at, fence);
    const known = core.queue.get(request.id);
    if (known !== undefined) return { status: 'queued', ...standing(known, core.obstacles(known), core.rule) };
    const candidate = core.candidate(queued(request, core.now));
    if (core.isFree(candidate)) {
      const locks = core.grant(candidate, fence);
      core.settle(fence);
      return { status: 'granted', locks };
    }
    const obstacles = core.obstacles(candidate);
    const inTheWay = standing(candidate, obstacles, core.rule);
    if (request.waitMs <= 0) return { status: 'denied', blockedBy: inTheWay.blockedBy };
    const cycle = core.cycle(candidate, obstacles);
    if (cycle !== null) return { status: 'cycle', cycle };
    core.enqueue(candidate, obstacles);
    return { status: 'queued', ...inTheWay };
  }

  /**
   * Ends a wait; nothing happens when that request does not wait (any more).
   * @param isVoid the locks that it was granted go with it, also those that this very record grants
   */
  cancel(requestId: string, at: number, fence: number, isVoid = false): void {
    const { queue, held } = this.#core;
    this.#core.advance(at, fence);
    const waiting = queue.get(requestId);
    if (waiting !== undefined) this.#core.leave(waiting);
    for (const { agentId, path } of isVoid ? held.ofRequest(requestId) : []) {
      const lock = held.get(agentId, path);
      if (lock !== undefined) this.#core.drop(lock);
    }
    this.#core.settle(fence);
  }

  /** What became of a request, as of the last record. */
  request(id: string): RequestState {
    const { queue, held, rule } = this.#core;
    const waiting = queue.get(id);
    if (waiting !== undefined) {
      return { status: 'queued', ...standing(waiting, this.#core.obstacles(waiting), rule), until: waiting.request.until };
    }
    const locks = held.ofRequest(id);
    return locks.length > 0 ? { status: 'granted', locks } : { status: 'gone' };
  }

  /** One lock or request that blocks a waiting request; `null` when the request does not wait. */
  blockedOn(id: string): BlockedOn | null {
    const waiting = this.#core.queue.get(id);
    const obstacle = waiting === undefined ? null : this.#core.watched(waiting);
    if (obstacle === null) return null;
    if ('lock' in obstacle) return { state: 'holding', request: obstacle.lock.requestId, until: obstacle.lock.expiresAt };
    return { state: 'waiting', request: obstacle.request.id, until: obstacle.request.until };
  }

  /**
   * Lets what is still held of `paths` end at `at` + `ttlMs`.
   * @param ttlMs milliseconds; `undefined`: as before, for each lock
   */
  renew(agentId: string, paths: readonly string[], ttlMs: number | undefined, at: number, fence: number): HeldAnswer {
    const core = this.#core;
    core.advance(at, fence);
    return this.#actOn(agentId, paths, fence, (held) => {
      const ttl = ttlMs ?? held.lock.ttlMs;
      core.extend(held, core.now + ttl, ttl);
      return true;
    });
  }

  /** Gives up `paths`, each written exactly as it was locked, or everything that the agent holds. Its waiting requests stay. */
  release(agentId: string, paths: readonly string[] | 'all', at: number, fence: number): HeldAnswer {
    const core = this.#core;
    core.advance(at, fence);
    const named = paths === 'all' ? core.held.ofAgent(agentId).map(({ lock }) => lock.path) : paths;
    const answer = this.#actOn(agentId, named, fence, (held) => this.#takeAway(held, fence));
    return paths === 'all' ? { status: 'ok', locks: answer.locks } : answer;
  }

  /**
   * Takes all that these agents hold and wait for, also what this very record has granted them. Gives the locks, by path, then agent.
   * @param agents without repetition
   */
  withdraw(agents: readonly string[], at: number, fence: number): GrantedLock[] {
    const core = this.#core;
    core.advance(at, fence);
    for (const waiting of agents.flatMap((agent) => [...core.queue.ofAgent(agent)])) core.leave(waiting);
    // Not as the table found them, which depends on when its state was made.
    const ended = agents.flatMap((agent) => core.held.ofAgent(agent)).sort((one, other) => compareLocks(one.lock, other.lock));
    for (const held of ended) core.drop(held);
    core.settle(fence);
    return ended.map(({ lock }) => lock);
  }

  /** Takes the locks on exactly `path` from whoever holds them. Who may do that is for the caller to check. */
  break(path: string, at: number, fence: number): HeldAnswer {
    const core = this.#core;
    core.advance(at, fence);
    const broken = core.held.onPath(path).filter((held) => this.#takeAway(held, fence));
    core.settle(fence);
    return this.#heldAnswer(broken, broken.length > 0 ? [] : [path]);
  }

  /**
   * A lock that another program wrote into the file. Such a program cannot queue and works already, so what only waits does not
   * stop it, unless its agent waits here too: then a cycle could close. Of a lock that the log granted to that agent, the end may
   * move forward and nothing else changes. No end is more than a day away.
   */
  adopt(lock: SwarmLock, at: number, fence: number): AdoptAnswer {
    const core = this.#core;
    core.advance(at, fence);
    const { agentId, path, type, acquiredAt, reason } = lock;
    const expiresAt = Math.min(lock.expiresAt, core.now + LONGEST_LEASE);
    if (expiresAt <= core.now) return { status: 'expired' };
    const own = core.held.get(agentId, path);
    if (own !== undefined && !own.lock.foreign) {
      if (expiresAt > own.lock.expiresAt) core.extend(own, expiresAt, own.lock.ttlMs);
      return { status: 'granted', lock: own.lock };
    }
    const ttlMs = Math.min(expiresAt - Math.min(acquiredAt, core.now), LONGEST_LEASE);
    const asked = { id: '', agentId, paths: [path], type, ttlMs, reason, requestedAt: core.now, until: core.now };
    const candidate = core.candidate(asked);
    const obstacles = core.obstacles(candidate);
    if (obstacles.held.length > 0 || (obstacles.waiting.length > 0 && core.queue.waitsAny(agentId))) {
      return { status: 'denied', blockedBy: standing(candidate, obstacles, core.rule).blockedBy };
    }
    const adopted = { path, agentId, type, acquiredAt, expiresAt, reason, fence, requestId: null, ttlMs, foreign: true };
    core.place(adopted);
    core.settle(fence);
    return { status: 'granted', lock: adopted };
  }

  /** Takes away a foreign lock that is no longer in the file; a lock that the log granted stays. */
  dropForeign(path: string, agentId: string, at: number, fence: number): HeldAnswer {
    this.#core.advance(at, fence);
    return this.#actOn(agentId, [path], fence, (held) => held.lock.foreign && this.#takeAway(held, fence));
  }

  /** When something next ends by itself, a lock or a wait, or `null`. A record at that time makes it happen. */
  nextExpiry(): number | null {
    const ends = [this.#core.held.nextExpiry(), this.#core.queue.nextEnd()].filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** The locks that are held at `at`, by path, then agent. */
  list(at: number): GrantedLock[] {
    return this.#core.held.all().filter((lock) => lock.expiresAt > Math.max(at, this.#core.now));
  }

  /** The locks that cover anything in `path` at `at`, by path, then agent. */
  holders(path: string, at: number): GrantedLock[] {
    return this.#core.held.overlapping(path).filter((lock) => lock.expiresAt > Math.max(at, this.#core.now));
  }

  /** The requests that wait, in order, as of the last record. */
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

  /** A table that answers everything as the one did that `toJSON` was asked of. @throws Error for locks that exclude each other */
  static fromJSON(state: LockTableState): LockTable {
    const table = new LockTable(state.reach);
    const { held, queue } = table.#core;
    table.#core.advance(state.now, 0);
    for (const lock of state.locks) held.restore(lock);
    for (const { goesBefore, ...request } of state.queue) {
      const overtaken = goesBefore.map((id) => queue.get(id)).filter((other) => other !== undefined);
      table.#core.restore(queue.create(lockPlanOf(request), new Set(overtaken)));
    }
    return table;
  }

  /** What one record causes to be granted, the same record does not take away: its writer cannot have meant that lock. */
  #takeAway(held: Held, fence: number): boolean {
    if (held.lock.fence === fence) return false;
    this.#core.drop(held);
    return true;
  }

  /** Acts on those of the agent's locks that are there and that `act` takes, and grants what that makes room for. */
  #actOn(agentId: string, paths: readonly string[], fence: number, act: (held: Held) => boolean): HeldAnswer {
    const done: Held[] = [];
    const missing: string[] = [];
    for (const path of new Set(paths)) {
      const held = this.#core.held.get(agentId, path);
      if (held !== undefined && act(held)) done.push(held);
      else missing.push(path);
    }
    this.#core.settle(fence);
    return this.#heldAnswer(done, missing);
  }

  #heldAnswer(done: readonly Held[], missing: readonly string[]): HeldAnswer {
    const locks = done.map(({ lock }) => lock).sort(compareLocks);
    if (missing.length === 0) return { status: 'ok', locks };
    const heldBy = new Set(missing.flatMap((path) => this.#core.held.overlapping(path)));
    return { status: 'not-held', locks, paths: missing, heldBy: [...heldBy].sort(compareLocks) };
  }
}

/** A request as it would wait. What it wants both ways it gets as it wants all its paths. @param now milliseconds */
function queued({ paths, shared = [], waitMs, ...request }: LockRequest, now: number): QueuedRequest {
  const named = new Set(paths);
  const beside = [...new Set(shared)].filter((path) => !named.has(path)).sort(compareText);
  const plan = { ...request, paths: [...named, ...beside].sort(compareText), ...(beside.length > 0 && { shared: beside }) };
  return { ...plan, requestedAt: now, until: now + waitMs };
}
