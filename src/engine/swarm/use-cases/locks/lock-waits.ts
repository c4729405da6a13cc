import {
  type BlockedOn,
  type Blocker,
  compareLocks,
  type GrantedLock,
  type LockAnswer,
  type QueuedRequest,
  typesConflict,
} from '../../locks/lock-types.ts';
import type { WaiterState } from '../../locks/waiters.ts';
import type { RecordFor } from '../../state/records.ts';
import type { SwarmStore } from '../../store.ts';
import type { OpenSwarm } from '../context.ts';
import type { WaitingHeartbeat } from './waiting-heartbeat.ts';

/** After how long a waiting process checks whether the process that blocks it is still alive, in milliseconds. */
const LOOK_AGAIN_MS = 10_000;
/** The pause doubles up to this while the log does not change. Each check of many waiting processes costs processor time. */
const MAX_LOOK_MS = 60_000;
/** The second and later pauses if no check can find anything. */
const CERTAIN_MS = 600_000;
/** A change of the log first wakes the request that is next. Each other one waits this long for each request before it, in milliseconds. */
const TURN_MS = 2;
/** Longest such wait, in milliseconds. */
const MAX_TURN_MS = 500;
/** When a lock expires, each waiting process delays its record by a random time below this, so that not all write at once. Milliseconds. */
const STAGGER_MS = 64;
/** Maximum number of waiting processes that a refused request checks; the waiting processes check each other. */
const MAX_LOOKED_AT = 100;

/** The locks that a request wants. */
export type WantedLocks = Pick<RecordFor<'lock.acquire'>, 'agent' | 'paths' | 'shared' | 'type'>;

/** A request that waits, and for how long, in milliseconds. */
interface LockWait {
  readonly id: string;
  readonly wanted: WantedLocks;
  readonly waitMs: number;
  /** Sent while it waits. */
  readonly heartbeat: WaitingHeartbeat;
}

/** Returns who now holds the locks that an ended request wanted. */
function holdersOf({ locks, runtime }: SwarmStore, { agent, paths, shared = [], type }: WantedLocks): Blocker[] {
  const now = runtime.clock.now();
  const found = [...paths.map((path) => ({ path, type })), ...shared.map((path) => ({ path, type: 'shared' as const }))].flatMap((wanted) =>
    locks.holders(wanted.path, now).filter((lock) => lock.agentId !== agent && typesConflict(wanted.type, lock.type)),
  );
  return [...new Set(found)].map(({ agentId, path, type: held, expiresAt, reason }) => {
    return { state: 'holding', agentId, path, type: held, until: expiresAt, reason };
  });
}

/** Returns the locks of an agent on exactly the paths that its request wants; `null` if one is missing, or is shared and not exclusive. */
function ownLocks({ locks, runtime }: SwarmStore, { agent, paths, shared = [], type }: WantedLocks): GrantedLock[] | null {
  const now = runtime.clock.now();
  const found: GrantedLock[] = [];
  const wanted = new Map([...shared.map((path) => [path, 'shared'] as const), ...paths.map((path) => [path, type] as const)]);
  for (const [path, each] of wanted) {
    const own = locks.holders(path, now).find((lock) => lock.agentId === agent && lock.path === path);
    if (own === undefined || (each === 'exclusive' && own.type === 'shared')) return null;
    found.push(own);
  }
  return found.sort(compareLocks);
}

/**
 * Returns the answer to a request that waits no more. Another request of the same agent for a path replaces its lock there, so that the lock
 * has the id of that request.
 */
function answerTo(store: SwarmStore, id: string, wanted: WantedLocks, blockers: readonly Blocker[] | null): LockAnswer | null {
  const state = store.locks.request(id);
  if (state.status === 'queued') return null;
  const own = ownLocks(store, wanted);
  if (own !== null) return { status: 'granted', locks: own };
  return state.status === 'granted' ? state : { status: 'denied', blockedBy: blockers ?? holdersOf(store, wanted) };
}

/**
 * Waits until a request is granted or times out (docs/decisions/0041-waiting-for-locks.md).
 * @returns `denied` with the current holders when another process ended the wait
 */
export async function waitForLocks({ store, signal }: OpenSwarm, { id, wanted, waitMs, heartbeat }: LockWait): Promise<LockAnswer> {
  const { monotonic } = store.runtime.clock;
  const deadline = monotonic() + waitMs;
  const place = store.waiters.begin(id);
  let blockers: readonly Blocker[] | null = null;
  const sleep = new BackoffSleep(store, id, signal);
  try {
    for (;;) {
      // Taken before the log is read, so that a record written after that wakes this process.
      const written = store.changes.next;
      await store.refresh();
      store.waiters.beat();
      await heartbeat.sendIfDue();
      const blocker = store.locks.blockedOn(id);
      const isOver = signal.aborted || monotonic() >= deadline;
      if (blocker === null || isOver) {
        const answer = answerTo(store, id, wanted, blockers);
        if (answer !== null) return answer;
        const state = store.locks.request(id);
        if (state.status === 'queued') blockers = state.blockedBy;
        await store.transact({ op: 'lock.cancel', request: id });
      } else if (!(await endBlocker(store, blocker))) {
        await sleep.until(blocker, Math.min(deadline, monotonic() + heartbeat.dueIn), written);
      }
    }
  } finally {
    place.dispose();
  }
}

/**
 * Records that the blocking lock has expired, asks the process of the blocking request for a heartbeat, or cancels that request if its
 * process is dead. @returns whether it wrote a record
 */
async function endBlocker(store: SwarmStore, { state, request, until }: BlockedOn): Promise<boolean> {
  const found = request === null ? 'running' : stateOfBlocker(store, state, request);
  if (request !== null && found === 'gone') await cancelOrphan(store, request);
  else if (found === 'ask' || store.runtime.clock.now() >= until) await store.transact({ op: 'tick' });
  else return false;
  return true;
}

function stateOfBlocker({ waiters }: SwarmStore, state: BlockedOn['state'], request: string): WaiterState {
  if (state === 'waiting') return waiters.stateOf(request);
  return waiters.isOrphaned(request) ? 'gone' : 'running';
}

/** The sleep between two checks of what blocks a request. */
class BackoffSleep {
  #longest = LOOK_AGAIN_MS;

  constructor(
    private readonly store: SwarmStore,
    private readonly id: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Sleeps until the log has changed and it is this request's turn to look, the blocking lock expires, or the next check is due. @param latest monotonic time */
  async until(blocker: BlockedOn, latest: number, written: AbortSignal): Promise<void> {
    const { runtime, changes } = this.store;
    const { clock, random } = runtime;
    const [stagger = 0, stretch = 0] = random(2);
    const untilEnd = blocker.until - clock.now() + (stagger % STAGGER_MS);
    // Processes that began to wait together do not check at the same time.
    const pause = this.#longest * (1 + stretch / 512);
    await changes.sleep(Math.min(latest - clock.monotonic(), untilEnd, pause), written, this.signal);
    const turn = written.aborted ? this.#turn() : 0;
    if (turn > 0) await runtime.sleep(turn, AbortSignal.any([this.signal]));
    this.#longest = written.aborted ? LOOK_AGAIN_MS : this.#isCertain(blocker) ? CERTAIN_MS : Math.min(2 * this.#longest, MAX_LOOK_MS);
  }

  /**
   * Returns how long this request waits before it looks at a change, so that not all processes look at once. The first one does not wait,
   * and neither do the requests of a process that has several: it looks once for all.
   */
  #turn(): number {
    if (this.store.waiters.count > 1) return 0;
    const state = this.store.locks.request(this.id);
    return state.status === 'queued' ? Math.min(MAX_TURN_MS, state.ahead * TURN_MS) : 0;
  }

  /** The lock of a request without a file was reported to its agent, so it can only expire, or be released or broken. */
  #isCertain({ state, request }: BlockedOn): boolean {
    return state === 'holding' && (request === null || !this.store.waiters.isOpen(request));
  }
}

/** Cancels the requests of processes that were killed while they waited. @returns whether there were any */
export async function cancelOrphans(store: SwarmStore): Promise<boolean> {
  const orphans = store.waiters.orphans(MAX_LOOKED_AT);
  for (const request of orphans) await cancelOrphan(store, request);
  return orphans.length > 0;
}

async function cancelOrphan(store: SwarmStore, request: string): Promise<void> {
  await store.transact({ op: 'lock.cancel', request, granted: true });
  store.waiters.forget(request);
}

/** Cancels waiting requests. @param why who did it, for the timeline, unless it was the agent itself @returns the cancelled requests */
export async function cancelWaits(
  store: SwarmStore,
  isMeant: (request: QueuedRequest) => boolean,
  why?: { readonly by: string; readonly reason: string },
): Promise<readonly QueuedRequest[]> {
  const meant = store.locks.queue().filter(isMeant);
  for (const { id } of meant) await store.transact({ op: 'lock.cancel', request: id, ...why });
  return meant;
}
