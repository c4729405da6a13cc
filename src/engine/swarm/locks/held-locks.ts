import { quoted } from '../../crtx/shorten.ts';
import { ChurnMap } from './churn-map.ts';
import { type ExpiringItem, ExpiryHeap } from './expiry-heap.ts';
import { LockIndex, type Visitor } from './lock-index.ts';
import { covers, type Reach } from './lock-overlap.ts';
import { compareLocks, type GrantedLock, type LockRule, type LockType } from './lock-types.ts';

/** The paths that one request was granted. `left` counts those of its locks that are still held. */
interface Granted {
  readonly agentId: string;
  readonly paths: string[];
  left: number;
}

/** A lock's entry in the table. `lock` objects are never mutated, so they can be returned to callers; a renewal replaces the object. */
export interface LockEntry extends ExpiringItem {
  lock: GrantedLock;
  /** The holder's locks by path, this one among them. */
  readonly siblings: ChurnMap<LockEntry>;
  readonly granted: Granted | null;
}

/** The held locks, indexed by holder, request, path and end time. Grant rules are in `LockCore`. */
export class HeldLocks {
  readonly #byAgent = new ChurnMap<ChurnMap<LockEntry>>();
  readonly #byRequest = new Map<string, Granted>();
  readonly #index: Record<LockType, LockIndex<LockEntry>> = { exclusive: new LockIndex(), shared: new LockIndex() };
  readonly #expiry = new ExpiryHeap<LockEntry>();
  #revision = 0;

  constructor(private readonly rule: LockRule) {}

  /** Increases with every change of the held locks. */
  get revision(): number {
    return this.#revision;
  }

  get(agentId: string, path: string): LockEntry | undefined {
    return this.#byAgent.get(agentId)?.get(path);
  }

  ofAgent(agentId: string): LockEntry[] {
    return Array.from(this.#byAgent.get(agentId) ?? [], ([, held]) => held);
  }

  ofRequest(requestId: string): GrantedLock[] {
    const granted = this.#byRequest.get(requestId);
    const held = granted?.paths.flatMap((path) => this.get(granted.agentId, path) ?? []) ?? [];
    return sorted(held.filter(({ lock }) => lock.requestId === requestId));
  }

  all(): GrantedLock[] {
    return sorted([...this.#byAgent].flatMap(([agentId]) => this.ofAgent(agentId)));
  }

  /** Returns the locks of all agents that overlap `path`. */
  overlapping(path: string): GrantedLock[] {
    return sorted(this.#overlapping(path));
  }

  /** Returns the locks of all agents on exactly `path`. */
  onPath(path: string): LockEntry[] {
    return this.#overlapping(path).filter(({ lock }) => lock.path === path);
  }

  /** Returns the agent's own locks that cover all of `path`. */
  covering(agentId: string, path: string): GrantedLock[] {
    return this.overlapping(path).filter((lock) => lock.agentId === agentId && covers(lock.path, path, this.rule.reach));
  }

  /** Visits every lock that overlaps `path` and excludes a lock of this type, including locks of the requesting agent. */
  visitConflicts(path: string, type: LockType, see: Visitor<LockEntry>): boolean {
    return this.#visit(path, type, see, this.rule.reach);
  }

  #visit(path: string, type: LockType, see: Visitor<LockEntry>, reach: Reach): boolean {
    return this.#index.exclusive.visit(path, see, reach) || (type === 'exclusive' && this.#index.shared.visit(path, see, reach));
  }

  /** Adds a lock. Replaces and returns the lock that the agent already has on that path, if any. */
  add(lock: GrantedLock): LockEntry | undefined {
    this.#revision += 1;
    let siblings = this.#byAgent.get(lock.agentId);
    if (siblings === undefined) {
      siblings = new ChurnMap();
      this.#byAgent.add(lock.agentId, siblings);
    }
    const old = siblings.get(lock.path);
    const held = { lock, siblings, granted: this.#noteGrant(lock), place: 0 };
    if (old === undefined) siblings.add(lock.path, held);
    else {
      this.#forget(old);
      siblings.replace(lock.path, held);
    }
    this.#index[lock.type].add(lock.path, held);
    this.#expiry.add(lock.expiresAt, held);
    return old;
  }

  /**
   * Adds a lock from a checkpoint.
   * @throws Error when a lock of another agent excludes it, because both can never have been held at once. Checked with the older `name`
   * rule, because the locks may have been granted under it
   */
  restore(lock: GrantedLock): void {
    const { path, type, agentId } = lock;
    if (this.#visit(path, type, (other) => other.lock.agentId !== agentId, 'name'))
      throw new Error(`the lock of ${quoted(agentId)} on ${quoted(path)} excludes another one`);
    this.add(lock);
  }

  /** Removes a lock, which must be in the table. */
  remove(held: LockEntry): void {
    this.#revision += 1;
    const { agentId, path } = held.lock;
    held.siblings.delete(path);
    if (held.siblings.size === 0) this.#byAgent.delete(agentId);
    this.#forget(held);
  }

  /** Sets a new end time and time to live. @param expiresAt milliseconds since 1970 UTC @param ttlMs milliseconds */
  extend(held: LockEntry, expiresAt: number, ttlMs: number): void {
    this.#revision += 1;
    held.lock = { ...held.lock, expiresAt, ttlMs };
    this.#expiry.remove(held);
    this.#expiry.add(expiresAt, held);
  }

  /** Shifts all held locks in time after the clock was set. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    this.#revision += 1;
    this.#expiry.shift(ms);
    for (const [, siblings] of this.#byAgent) {
      for (const [, held] of siblings) {
        const { acquiredAt, expiresAt } = held.lock;
        held.lock = { ...held.lock, acquiredAt: acquiredAt + ms, expiresAt: expiresAt + ms };
      }
    }
  }

  /** Returns a lock that has ended by `now` and is still in the table, or `null`. */
  due(now: number): LockEntry | null {
    return this.#expiry.due(now);
  }

  nextExpiry(): number | null {
    return this.#expiry.peek();
  }

  #noteGrant({ requestId, agentId, path }: GrantedLock): Granted | null {
    if (requestId === null) return null;
    let granted = this.#byRequest.get(requestId);
    if (granted === undefined) {
      granted = { agentId, paths: [], left: 0 };
      this.#byRequest.set(requestId, granted);
    }
    granted.paths.push(path);
    granted.left += 1;
    return granted;
  }

  /** Removes a lock from all indexes except its holder's map. */
  #forget(held: LockEntry): void {
    const { path, type, requestId } = held.lock;
    this.#index[type].remove(path, held);
    this.#expiry.remove(held);
    if (requestId === null || held.granted === null) return;
    held.granted.left -= 1;
    if (held.granted.left === 0) this.#byRequest.delete(requestId);
  }

  #overlapping(path: string): LockEntry[] {
    const found: LockEntry[] = [];
    this.visitConflicts(path, 'exclusive', (held) => {
      found.push(held);
      return false;
    });
    return found;
  }
}

function sorted(held: Iterable<LockEntry>): GrantedLock[] {
  return Array.from(held, ({ lock }) => lock).sort(compareLocks);
}
