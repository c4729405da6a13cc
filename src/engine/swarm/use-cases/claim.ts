import type { Outcome } from '../../platform/operation.ts';
import type { ClaimInput, ClaimOutput } from '../schemas/swarm.ts';
import type { SwarmStore } from '../store.ts';
import type { OpenSwarm } from './context.ts';
import { claimNow } from './swarm.ts';

/** Why there is no task now, and may be one later. */
const MAY_COME: ReadonlySet<ClaimOutput['code']> = new Set<ClaimOutput['code']>([
  'nothing-ready',
  'nothing-assigned',
  'nothing-agreed',
  'paused',
  'over-budget',
  'awaits-admission',
  'waits-for',
]);

/** So often at least an agent that waits claims again, which is its heartbeat, milliseconds. */
const BEAT_MS = 300_000;

/**
 * Waits until the swarm is another one than before a claim that gave nothing. Such a claim changes nothing, though it is a record in the
 * log: of two agents that wait, neither wakes the other.
 */
async function untilChanged(store: SwarmStore, revision: number, deadline: number, signal: AbortSignal): Promise<void> {
  const { clock, sleep } = store.runtime;
  const end = Math.min(deadline, clock.monotonic() + BEAT_MS);
  while (!signal.aborted && clock.monotonic() < end) {
    // Taken before the log is read, so that a record written after that wakes this process.
    const written = store.changes.next;
    await store.refresh();
    if (store.swarm.revision !== revision) return;
    await sleep(Math.min(end - clock.monotonic(), store.changes.longestSleep), AbortSignal.any([signal, written]));
  }
}

/** Assigns a task; with `wait`, waits until there is one, the swarm ends, or the time is over. */
export async function claimTask(desk: OpenSwarm, input: ClaimInput): Promise<Outcome<ClaimOutput>> {
  const { store, signal } = desk;
  const { monotonic } = store.runtime.clock;
  const deadline = monotonic() + input.wait;
  for (;;) {
    if (input.wait > 0) await store.refresh();
    // Before the claim: what happens between that and the next look is not to be missed.
    const { revision } = store.swarm;
    const outcome = await claimNow(desk, input);
    const isOver = signal.aborted || monotonic() >= deadline;
    if (outcome.ok || isOver || !MAY_COME.has(outcome.output.code)) return outcome;
    await untilChanged(store, revision, deadline, signal);
  }
}
