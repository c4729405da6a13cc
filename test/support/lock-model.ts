import type { SwarmLock } from '../../src/engine/crtx/schema.ts';
import { covers, overlaps as overlapsNow, type Reach } from '../../src/engine/swarm/locks/lock-overlap.ts';
import type {
  AdoptAnswer,
  Blocker,
  GrantedLock,
  HeldAnswer,
  LockAnswer,
  LockRequest,
  LockType,
  QueuedRequest,
  RequestState,
} from '../../src/engine/swarm/locks/lock-types.ts';

interface Entry extends QueuedRequest {
  readonly before: readonly string[];
}

type Wish = Pick<LockRequest, 'agentId' | 'paths' | 'type' | 'shared'>;

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const byPath = (one: GrantedLock, other: GrantedLock) => byText(one.path, other.path) || byText(one.agentId, other.agentId);

const known = new Map<string, boolean>();

/** Memoized, because the same few paths are compared repeatedly. */
function overlaps(one: string, other: string, reach: Reach): boolean {
  const key = `${reach} ${one} ${other}`;
  const answer = known.get(key) ?? overlapsNow(one, other, reach);
  known.set(key, answer);
  return answer;
}

/** Returns whether two requests of different agents exclude each other. */
export function excludes(one: Wish, other: Wish, reach: Reach = 'below'): boolean {
  if (one.agentId === other.agentId) return false;
  return one.paths.some((path) =>
    other.paths.some((theirs) => !(isShared(one, path) && isShared(other, theirs)) && overlaps(path, theirs, reach)),
  );
}

const isShared = ({ type, shared = [] }: Wish, path: string) => type === 'shared' || shared.includes(path);
const typeOf = (wish: Wish, path: string): LockType => (isShared(wish, path) ? 'shared' : 'exclusive');

function holding({ agentId, path, type, expiresAt, reason }: GrantedLock): Blocker {
  return { state: 'holding', agentId, path, type, until: expiresAt, reason };
}

/** A second implementation of the rules of the lock table, with linear searches in arrays. */
export class LockModel {
  now = 0;
  locks: GrantedLock[] = [];
  waiting: Entry[] = [];

  constructor(private reach: Reach = 'below') {}

  coverBelow(): void {
    this.reach = 'below';
  }

  /** Shifts the clock. Each lease and each wait keeps its remaining time. */
  shift(ms: number): void {
    this.now += ms;
    this.locks = this.locks.map((lock) => ({ ...lock, acquiredAt: lock.acquiredAt + ms, expiresAt: lock.expiresAt + ms }));
    this.waiting = this.waiting.map((entry) => ({ ...entry, requestedAt: entry.requestedAt + ms, until: entry.until + ms }));
  }

  advance(at: number, fence: number): void {
    this.now = Math.max(this.now, at);
    this.locks = this.locks.filter((lock) => lock.expiresAt > this.now);
    this.waiting = this.waiting.filter((entry) => entry.until > this.now);
    this.#settle(fence);
  }

  acquire(request: LockRequest, at: number, fence: number): LockAnswer {
    this.advance(at, fence);
    const entry = this.#entry(request);
    if (this.blockers(entry).length === 0) {
      const locks = this.#grant(entry, fence);
      this.#settle(fence);
      return { status: 'granted', locks };
    }
    if (request.waitMs === 0) return { status: 'denied', blockedBy: this.blockers(entry) };
    this.waiting.push(entry);
    if (this.isInCycle(request.agentId)) {
      this.waiting.pop();
      return { status: 'cycle', cycle: [] };
    }
    return { status: 'queued', ahead: this.#ahead(entry), blockedBy: this.blockers(entry) };
  }

  cancel(id: string, at: number, fence: number, isVoid = false): void {
    this.advance(at, fence);
    this.waiting = this.waiting.filter((entry) => entry.id !== id);
    if (isVoid) this.locks = this.locks.filter((lock) => lock.requestId !== id);
    this.#settle(fence);
  }

  request(id: string): RequestState {
    const entry = this.waiting.find((one) => one.id === id);
    if (entry) return { status: 'queued', ahead: this.#ahead(entry), blockedBy: this.blockers(entry), until: entry.until };
    const locks = this.locks.filter((lock) => lock.requestId === id).sort(byPath);
    return locks.length > 0 ? { status: 'granted', locks } : { status: 'gone' };
  }

  renew(agentId: string, paths: readonly string[], ttlMs: number | undefined, at: number, fence: number): HeldAnswer {
    this.advance(at, fence);
    const isMeant = (lock: GrantedLock) => lock.agentId === agentId && paths.includes(lock.path);
    this.locks = this.locks.map((lock) => {
      const ttl = ttlMs ?? lock.ttlMs;
      return isMeant(lock) ? { ...lock, ttlMs: ttl, expiresAt: this.now + ttl } : lock;
    });
    return this.#answer(this.locks.filter(isMeant), paths);
  }

  release(agentId: string, paths: readonly string[] | 'all', at: number, fence: number): HeldAnswer {
    this.advance(at, fence);
    if (paths === 'all') return this.#remove((lock) => lock.agentId === agentId, [], fence);
    return this.#remove((lock) => lock.agentId === agentId && paths.includes(lock.path), paths, fence);
  }

  break(path: string, at: number, fence: number): HeldAnswer {
    this.advance(at, fence);
    return this.#remove((lock) => lock.path === path, [path], fence);
  }

  withdraw(agents: readonly string[], at: number, fence: number): GrantedLock[] {
    this.advance(at, fence);
    this.waiting = this.waiting.filter(({ agentId }) => !agents.includes(agentId));
    const gone = this.list().filter(({ agentId }) => agents.includes(agentId));
    this.locks = this.locks.filter((lock) => !gone.includes(lock));
    this.#settle(fence);
    return gone;
  }

  dropForeign(path: string, agentId: string, at: number, fence: number): HeldAnswer {
    this.advance(at, fence);
    return this.#remove((lock) => lock.foreign && lock.path === path && lock.agentId === agentId, [path], fence);
  }

  adopt(lock: SwarmLock, at: number, fence: number): AdoptAnswer {
    this.advance(at, fence);
    if (lock.expiresAt <= this.now) return { status: 'expired' };
    const own = this.locks.find((one) => one.agentId === lock.agentId && one.path === lock.path && !one.foreign);
    if (own) {
      const later = { ...own, expiresAt: Math.max(own.expiresAt, lock.expiresAt) };
      this.locks = this.locks.map((one) => (one === own ? later : one));
      return { status: 'granted', lock: later };
    }
    const entry = this.#entry({ ...lock, id: '', paths: [lock.path], ttlMs: 0, waitMs: 0 });
    const blockedBy = this.blockers(entry);
    const waits = this.waiting.some((one) => one.agentId === lock.agentId);
    if (blockedBy.some((one) => one.state === 'holding') || (blockedBy.length > 0 && waits)) return { status: 'denied', blockedBy };
    const ttlMs = lock.expiresAt - Math.min(lock.acquiredAt, this.now);
    const adopted = { ...lock, fence, requestId: null, ttlMs, foreign: true };
    this.#put(adopted);
    this.#settle(fence);
    return { status: 'granted', lock: adopted };
  }

  list(): GrantedLock[] {
    return [...this.locks].sort(byPath);
  }

  holders(path: string): GrantedLock[] {
    return this.list().filter((lock) => overlaps(lock.path, path, this.reach));
  }

  queue(): QueuedRequest[] {
    return this.waiting.map(({ before: _, ...request }) => request);
  }

  nextExpiry(): number | null {
    const ends = [...this.locks.map((lock) => lock.expiresAt), ...this.waiting.map((entry) => entry.until)];
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  blockers(entry: Entry): Blocker[] {
    const held = this.list().filter((lock) => excludes({ ...lock, paths: [lock.path] }, entry, this.reach));
    const waiting = this.#firstBefore(entry).filter((other) => excludes(other, entry, this.reach));
    return [
      ...held.map(holding),
      ...waiting.map((other) => {
        const { agentId, paths, until, reason } = other;
        const path = paths.find((one) => excludes({ ...other, paths: [one] }, entry, this.reach)) ?? '';
        return { state: 'waiting' as const, agentId, path, type: typeOf(other, path), until, reason };
      }),
    ];
  }

  /** Returns whether an agent waits for itself, directly or through others. */
  isInCycle(agentId: string): boolean {
    const reached = new Set<string>();
    const look = [agentId];
    for (const agent of look) {
      for (const next of this.waitsFor(agent)) {
        if (!reached.has(next)) look.push(next);
        reached.add(next);
      }
    }
    return reached.has(agentId);
  }

  waitsFor(agentId: string): string[] {
    return this.waiting.filter((entry) => entry.agentId === agentId).flatMap((entry) => this.blockers(entry).map((one) => one.agentId));
  }

  #ahead(entry: Entry): number {
    return this.blockers(entry).filter((one) => one.state === 'waiting').length;
  }

  /** Returns the waiting requests before this one. */
  #firstBefore(entry: Entry): Entry[] {
    const at = this.waiting.indexOf(entry);
    return this.waiting.filter((other, index) => {
      return at === -1 || index < at ? !entry.before.includes(other.id) : other.before.includes(entry.id);
    });
  }

  #entry({ id, agentId, paths, type, shared: beside = [], ttlMs, waitMs, reason }: LockRequest): Entry {
    const shared = [...new Set(beside)].filter((path) => !paths.includes(path)).sort(byText);
    const wish = {
      id,
      agentId,
      paths: [...new Set([...paths, ...shared])].sort(byText),
      type,
      ...(shared.length > 0 && { shared }),
      ttlMs,
      reason,
      requestedAt: this.now,
      until: this.now + waitMs,
    };
    const own = this.locks.filter((lock) => lock.agentId === agentId);
    const isWaitedFor = (path: string, other: Entry) =>
      own.some((lock) => covers(lock.path, path, this.reach) && excludes({ ...lock, paths: [lock.path] }, other, this.reach));
    const before = this.waiting.filter((other) => {
      const contested = wish.paths.filter((path) => excludes({ ...wish, paths: [path] }, other, this.reach));
      return contested.length > 0 && contested.every((path) => isWaitedFor(path, other));
    });
    return { ...wish, before: before.map((other) => other.id) };
  }

  #put(lock: GrantedLock): void {
    this.locks = [...this.locks.filter((one) => one.path !== lock.path || one.agentId !== lock.agentId), lock];
  }

  #grant(entry: Entry, fence: number): GrantedLock[] {
    const { id, agentId, paths, ttlMs, reason } = entry;
    const locks = paths.map((path) => {
      const own = this.locks.find((lock) => lock.path === path && lock.agentId === agentId);
      const wanted = { expiresAt: this.now + ttlMs, ttlMs };
      const { expiresAt, ttlMs: leaseMs } = own !== undefined && own.expiresAt > wanted.expiresAt ? own : wanted;
      const times = { acquiredAt: this.now, expiresAt, ttlMs: leaseMs };
      return {
        path,
        agentId,
        type: typeOf(entry, path),
        ...times,
        reason: reason || own?.reason || '',
        fence,
        requestId: id,
        foreign: false,
      };
    });
    for (const lock of locks) this.#put(lock);
    return locks;
  }

  #settle(fence: number): void {
    for (let next = this.#grantable(); next !== undefined; next = this.#grantable()) {
      const granted = next;
      this.waiting = this.waiting.filter((entry) => entry !== granted);
      this.#grant(granted, fence);
    }
  }

  #grantable(): Entry | undefined {
    return this.waiting.find((entry) => this.blockers(entry).length === 0);
  }

  #remove(isMeant: (lock: GrantedLock) => boolean, paths: readonly string[], fence: number): HeldAnswer {
    const gone = this.locks.filter((lock) => isMeant(lock) && lock.fence !== fence);
    this.locks = this.locks.filter((lock) => !gone.includes(lock));
    this.#settle(fence);
    return this.#answer(gone, paths);
  }

  #answer(done: readonly GrantedLock[], paths: readonly string[]): HeldAnswer {
    const locks = [...done].sort(byPath);
    const missing = [...new Set(paths)].filter((path) => !done.some((lock) => lock.path === path));
    if (missing.length === 0) return { status: 'ok', locks };
    const heldBy = this.list().filter((lock) => missing.some((path) => overlaps(path, lock.path, this.reach)));
    return { status: 'not-held', locks, paths: missing, heldBy };
  }
}
