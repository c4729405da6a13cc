import type { Blocker, Keeper, LockAnswer, QueuedRequest } from '../locks/lock-types.ts';
import type { SwarmStore } from '../store.ts';
import type { SwarmDesk } from './desk.ts';

/** So often a process that waits looks whether whoever keeps it back still lives. Milliseconds. */
const LOOK_AGAIN_MS = 10_000;
/** Of those that wait for one lock, which ends by itself, not all say so at once. Milliseconds. */
const STAGGER_MS = 64;
/** So many files of waiting processes are looked at by whoever was refused: those that wait look at each other. */
const MOST_LOOKED_AT = 100;

/** Waits until a request is granted or its time is over (docs/decisions/0041-waiting-for-locks.md). */
export async function waitForLocks(
  { store, signal }: SwarmDesk,
  id: string,
  blockedBy: readonly Blocker[],
  waitMs: number,
): Promise<LockAnswer> {
  const { monotonic } = store.runtime.clock;
  const deadline = monotonic() + waitMs;
  const place = store.waiters.begin(id);
  let blockers = blockedBy;
  try {
    for (;;) {
      // Asked for before the look: what is written after that wakes this process.
      const written = store.changes.next;
      await store.refresh();
      const keeper = store.locks.keptBackBy(id);
      const isOver = signal.aborted || monotonic() >= deadline;
      if (keeper === null || isOver) {
        const state = store.locks.request(id);
        if (state.status === 'granted') return state;
        if (state.status === 'gone') return { status: 'denied', blockedBy: blockers };
        blockers = state.blockedBy;
        await store.transact({ op: 'lock.cancel', request: id });
      } else if (!(await passOn(store, keeper))) await sleepUntil(store, keeper, deadline, AbortSignal.any([signal, written]));
    }
  } finally {
    place.dispose();
  }
}

/** Lets go on what was over without anybody saying so: a lock that has ended, a request of which nobody will hear. */
async function passOn(store: SwarmStore, { state, request, until }: Keeper): Promise<boolean> {
  const { waiters, runtime } = store;
  const isGone = request !== null && (state === 'holding' ? waiters.isUnheard(request) : waiters.isGone(request));
  if (isGone) await endUnheard(store, request);
  else if (runtime.clock.now() >= until) await store.transact({ op: 'tick' });
  else return false;
  return true;
}

function sleepUntil({ runtime, changes }: SwarmStore, { until }: Keeper, deadline: number, woken: AbortSignal): Promise<void> {
  const { clock, random, sleep } = runtime;
  const untilEnd = until - clock.now() + ((random(1)[0] ?? 0) % STAGGER_MS);
  return sleep(Math.min(deadline - clock.monotonic(), untilEnd, LOOK_AGAIN_MS, changes.longestSleep), woken);
}

/** Ends the requests of processes that were killed while they waited. @returns whether there were such */
export async function endAbandoned(store: SwarmStore): Promise<boolean> {
  const abandoned = store.waiters.abandoned(MOST_LOOKED_AT);
  for (const request of abandoned) await endUnheard(store, request);
  return abandoned.length > 0;
}

async function endUnheard(store: SwarmStore, request: string): Promise<void> {
  await store.transact({ op: 'lock.cancel', request, granted: true });
  store.waiters.forget(request);
}

/** Ends waits for somebody else, or for the agent itself, and gives those that were there. @param why it is told, where it is not the agent's own wish */
export async function endWaits(
  store: SwarmStore,
  isMeant: (request: QueuedRequest) => boolean,
  why?: { readonly by: string; readonly reason: string },
): Promise<readonly QueuedRequest[]> {
  const meant = store.locks.queue().filter(isMeant);
  for (const { id } of meant) await store.transact({ op: 'lock.cancel', request: id, ...why });
  return meant;
}
