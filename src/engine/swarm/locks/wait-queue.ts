import { ChurnMap } from './churn-map.ts';
import { type ExpiringItem, ExpiryHeap } from './expiry-heap.ts';
import { LockIndex, type Visitor } from './lock-index.ts';
import type { LockRule, LockType, QueuedRequest } from './lock-types.ts';

/** A request, and its shared paths as a set. */
export interface LockPlan {
  request: QueuedRequest;
  /** The paths of `request.shared`. */
  readonly shared: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export function createLockPlan(request: QueuedRequest): LockPlan {
  return { request, shared: request.shared === undefined ? NONE : new Set(request.shared) };
}

/** Returns the type of lock that a request wants on one of its paths. */
export function wantedTypeAt({ request, shared }: LockPlan, path: string): LockType {
  return shared.has(path) ? 'shared' : request.type;
}

/** A request that waits, or is about to. */
export interface Waiting extends ExpiringItem, LockPlan {
  /** Increases with each request. */
  readonly order: number;
  /** Earlier requests that this one still goes before. */
  readonly goesBefore: ReadonlySet<Waiting>;
}

/** Reports whether `one` is granted before `other` if they exclude each other. */
export function isGrantedBefore(one: Waiting, other: Waiting): boolean {
  return one.order < other.order ? !other.goesBefore.has(one) : one.goesBefore.has(other);
}

/** The waiting requests in order, indexed by id, agent, path and end of the wait. Grant rules are in `LockCore`. */
export class WaitQueue {
  readonly #byId = new Map<string, Waiting>();
  readonly #byAgent = new ChurnMap<Set<Waiting>>();
  readonly #index: Record<LockType, LockIndex<Waiting>> = { exclusive: new LockIndex(), shared: new LockIndex() };
  readonly #ends = new ExpiryHeap<Waiting>();
  #nextOrder = 0;

  constructor(private readonly rule: LockRule) {}

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  /** Creates a request at the end of the order. It waits only after `add`. */
  create(plan: LockPlan, goesBefore: ReadonlySet<Waiting>): Waiting {
    const order = this.#nextOrder;
    this.#nextOrder += 1;
    return { ...plan, order, goesBefore, place: 0 };
  }

  add(waiting: Waiting): void {
    const { id, agentId, paths, until } = waiting.request;
    this.#byId.set(id, waiting);
    const others = this.#byAgent.get(agentId);
    if (others === undefined) this.#byAgent.add(agentId, new Set([waiting]));
    else others.add(waiting);
    for (const path of paths) this.#index[wantedTypeAt(waiting, path)].add(path, waiting);
    this.#ends.add(until, waiting);
  }

  /** Removes a request, which must be in the queue. */
  remove(waiting: Waiting): void {
    const { id, agentId, paths } = waiting.request;
    this.#byId.delete(id);
    const others = this.#byAgent.get(agentId);
    others?.delete(waiting);
    if (others?.size === 0) this.#byAgent.delete(agentId);
    for (const path of paths) this.#index[wantedTypeAt(waiting, path)].remove(path, waiting);
    this.#ends.remove(waiting);
  }

  has(waiting: Waiting): boolean {
    return this.#byId.get(waiting.request.id) === waiting;
  }

  get(id: string): Waiting | undefined {
    return this.#byId.get(id);
  }

  waitsAny(agentId: string): boolean {
    return this.#byAgent.get(agentId) !== undefined;
  }

  ofAgent(agentId: string): Iterable<Waiting> {
    return this.#byAgent.get(agentId) ?? [];
  }

  /** Returns all requests in order. */
  all(): Waiting[] {
    return [...this.#byId.values()];
  }

  /** Visits every request that overlaps `path` and excludes a lock of this type there, including those of the requesting agent. */
  visitConflicts(path: string, type: LockType, see: Visitor<Waiting>): boolean {
    const { reach } = this.rule;
    return this.#index.exclusive.visit(path, see, reach) || (type === 'exclusive' && this.#index.shared.visit(path, see, reach));
  }

  /** Shifts all waits in time after the clock was set. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    this.#ends.shift(ms);
    for (const waiting of this.#byId.values()) {
      const { requestedAt, until } = waiting.request;
      waiting.request = { ...waiting.request, requestedAt: requestedAt + ms, until: until + ms };
    }
  }

  /** Returns a request whose wait has ended by `now` and that is still in the queue, or `null`. */
  due(now: number): Waiting | null {
    return this.#ends.due(now);
  }

  nextEnd(): number | null {
    return this.#ends.peek();
  }
}
