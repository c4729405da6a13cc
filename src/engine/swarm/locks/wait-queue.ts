import { ChurnMap } from './churn-map.ts';
import { type Ending, ExpiryHeap } from './expiry-heap.ts';
import { LockIndex, type Visitor } from './lock-index.ts';
import type { LockRule, LockType, QueuedRequest } from './lock-types.ts';

/** What is wanted. */
export interface LockPlan {
  request: QueuedRequest;
  /** As in the request. */
  readonly shared: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export function lockPlanOf(request: QueuedRequest): LockPlan {
  return { request, shared: request.shared === undefined ? NONE : new Set(request.shared) };
}

/** Of which type the lock is that is wanted on one of the paths. */
export function typeAt({ request, shared }: LockPlan, path: string): LockType {
  return shared.has(path) ? 'shared' : request.type;
}

/** A request that waits, or is about to. */
export interface Waiting extends Ending, LockPlan {
  /** Grows with each request. */
  readonly order: number;
  /** Earlier requests that this one goes before all the same. */
  readonly goesBefore: ReadonlySet<Waiting>;
}

/** Whether `one` has its turn before `other`, should they exclude each other. */
export function goesFirst(one: Waiting, other: Waiting): boolean {
  return one.order < other.order ? !other.goesBefore.has(one) : one.goesBefore.has(other);
}

/** The requests that wait, in order, found by id, by agent, by what they ask for and by when they give up. No rules. */
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

  /** A request at the end of the order; it does not wait before `add`. */
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
    for (const path of paths) this.#index[typeAt(waiting, path)].add(path, waiting);
    this.#ends.add(until, waiting);
  }

  /** The request must be here. */
  remove(waiting: Waiting): void {
    const { id, agentId, paths } = waiting.request;
    this.#byId.delete(id);
    const others = this.#byAgent.get(agentId);
    others?.delete(waiting);
    if (others?.size === 0) this.#byAgent.delete(agentId);
    for (const path of paths) this.#index[typeAt(waiting, path)].remove(path, waiting);
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

  /** In order. */
  all(): Waiting[] {
    return [...this.#byId.values()];
  }

  /** Shows every request, the asking agent's own too, that asks for something in `path` and excludes a lock of this type there. */
  visitConflicts(path: string, type: LockType, see: Visitor<Waiting>): boolean {
    const { reach } = this.rule;
    return this.#index.exclusive.visit(path, see, reach) || (type === 'exclusive' && this.#index.shared.visit(path, see, reach));
  }

  /** Moves the waits in time, as the clock was set. @param ms milliseconds, also negative */
  shift(ms: number): void {
    this.#ends.shift(ms);
    for (const waiting of this.#byId.values()) {
      const { requestedAt, until } = waiting.request;
      waiting.request = { ...waiting.request, requestedAt: requestedAt + ms, until: until + ms };
    }
  }

  /** A request that is here and whose wait has ended by `now`, or `null`. */
  due(now: number): Waiting | null {
    return this.#ends.due(now);
  }

  nextEnd(): number | null {
    return this.#ends.peek();
  }
}
