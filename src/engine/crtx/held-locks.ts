import { type Ending, ExpiryHeap } from './expiry-heap.ts';
import { LockIndex, type Visitor } from './lock-index.ts';
import { covers } from './lock-path.ts';
import { compareLocks, type GrantedLock, type LockType } from './lock-types.ts';

/** A place that a lock has in the table. The lock itself is never changed, so that it can be given out; a renewal puts in another. */
export interface Held extends Ending {
  lock: GrantedLock;
}

/** What a request was granted; `left` counts the locks that it still has. */
interface Granted {
  readonly agentId: string;
  readonly paths: string[];
  left: number;
}

/** The locks that are held, found by holder, by request, by what they cover and by when they end. No rules. */
export class HeldLocks {
  readonly #byAgent = new Map<string, Map<string, Held>>();
  readonly #byRequest = new Map<string, Granted>();
  readonly #index: Record<LockType, LockIndex<Held>> = { exclusive: new LockIndex(), shared: new LockIndex() };
  readonly #expiry = new ExpiryHeap<Held>();
  #revision = 0;

  /** Grows with every change of what is held. */
  get revision(): number {
    return this.#revision;
  }

  get(agentId: string, path: string): Held | undefined {
    return this.#byAgent.get(agentId)?.get(path);
  }

  ofAgent(agentId: string): Held[] {
    return [...(this.#byAgent.get(agentId)?.values() ?? [])];
  }

  ofRequest(requestId: string): GrantedLock[] {
    const granted = this.#byRequest.get(requestId);
    const held = granted?.paths.flatMap((path) => this.get(granted.agentId, path) ?? []) ?? [];
    return sorted(held.filter(({ lock }) => lock.requestId === requestId));
  }

  all(): GrantedLock[] {
    return sorted([...this.#byAgent.values()].flatMap((locks) => [...locks.values()]));
  }

  /** Everyone's locks that overlap `path`. */
  overlapping(path: string): GrantedLock[] {
    return sorted(this.#overlapping(path));
  }

  /** Everyone's locks on exactly `path`. */
  onPath(path: string): Held[] {
    return this.#overlapping(path).filter(({ lock }) => lock.path === path);
  }

  /** The agent's own locks that cover all of `path`. */
  covering(agentId: string, path: string): GrantedLock[] {
    return this.overlapping(path).filter((lock) => lock.agentId === agentId && covers(lock.path, path));
  }

  /** Shows every lock, the asking agent's own too, that overlaps `path` and excludes a lock of this type. */
  visitConflicts(path: string, type: LockType, see: Visitor<Held>): boolean {
    return this.#index.exclusive.visit(path, see) || (type === 'exclusive' && this.#index.shared.visit(path, see));
  }

  /** The agent must hold nothing on this path. */
  add(lock: GrantedLock): void {
    const held = { lock, place: 0 };
    this.#revision += 1;
    const locks = this.#byAgent.get(lock.agentId);
    if (locks === undefined) this.#byAgent.set(lock.agentId, new Map([[lock.path, held]]));
    else locks.set(lock.path, held);
    this.#index[lock.type].add(lock.path, held);
    this.#expiry.add(lock.expiresAt, held);
    if (lock.requestId === null) return;
    const granted = this.#byRequest.get(lock.requestId) ?? { agentId: lock.agentId, paths: [], left: 0 };
    granted.paths.push(lock.path);
    granted.left += 1;
    this.#byRequest.set(lock.requestId, granted);
  }

  /** The lock must be here. */
  remove(held: Held): void {
    const { agentId, path, type, requestId } = held.lock;
    const locks = this.#byAgent.get(agentId);
    if (locks?.get(path) !== held) return;
    this.#revision += 1;
    locks.delete(path);
    if (locks.size === 0) this.#byAgent.delete(agentId);
    this.#index[type].remove(path, held);
    this.#expiry.remove(held);
    if (requestId === null) return;
    const granted = this.#byRequest.get(requestId);
    if (granted === undefined) return;
    granted.left -= 1;
    if (granted.left === 0) this.#byRequest.delete(requestId);
  }

  /** Gives a lock another end. */
  extend(held: Held, expiresAt: number, ttlMs: number): void {
    this.#revision += 1;
    held.lock = { ...held.lock, expiresAt, ttlMs };
    this.#expiry.remove(held);
    this.#expiry.add(expiresAt, held);
  }

  /** A lock that is here and has ended by `now`, or `null`. */
  due(now: number): Held | null {
    return this.#expiry.due(now);
  }

  nextExpiry(): number | null {
    return this.#expiry.peek();
  }

  #overlapping(path: string): Held[] {
    const found: Held[] = [];
    this.visitConflicts(path, 'exclusive', (held) => {
      found.push(held);
      return false;
    });
    return found;
  }
}

function sorted(held: Iterable<Held>): GrantedLock[] {
  return Array.from(held, ({ lock }) => lock).sort(compareLocks);
}
