import type { Outcome } from '../../platform/operation.ts';
import type { ClaimInput, ClaimOutput } from '../schemas/swarm.ts';
import type { SwarmStore } from '../store.ts';
import type { OpenSwarm } from './context.ts';
import { heartbeatInterval } from './locks/waiting-heartbeat.ts';
import { claimNow } from './swarm.ts';

/** Reasons for which a task may become available later, so that waiting makes sense. */
const MAY_COME: ReadonlySet<ClaimOutput['code']> = new Set<ClaimOutput['code']>([
  'nothing-ready',
  'nothing-assigned',
  'nothing-agreed',
  'paused',
  'over-budget',
  'awaits-admission',
  'waits-for',
]);

/**
 * Waits until the swarm differs from what it was before a claim that returned no task. Such a claim is recorded in the log but does not
 * change the revision, so two waiting agents do not wake each other.
 */
async function waitForChange(store: SwarmStore, revision: number, deadline: number, signal: AbortSignal): Promise<void> {
  const { clock } = store.runtime;
  // The next claim is a heartbeat.
  const end = Math.min(deadline, clock.monotonic() + heartbeatInterval(store));
  while (!signal.aborted && clock.monotonic() < end) {
    // Taken before the log is read, so that a record written after that wakes this process.
    const written = store.changes.next;
    await store.refresh();
    if (store.swarm.revision !== revision) return;
    await store.changes.sleep(end - clock.monotonic(), written, signal);
  }
}

/** Claims a task. With `wait`, waits until one is available, the swarm ends, or the timeout is over. */
export async function claimTask(context: OpenSwarm, input: ClaimInput): Promise<Outcome<ClaimOutput>> {
  const { store, signal } = context;
  const { monotonic } = store.runtime.clock;
  const deadline = monotonic() + input.wait;
  for (;;) {
    if (input.wait > 0) await store.refresh();
    // Read before the claim, so that a change between the claim and the wait is not missed.
    const { revision } = store.swarm;
    const outcome = await claimNow(context, input);
    const isOver = signal.aborted || monotonic() >= deadline;
    if (outcome.ok || isOver || !MAY_COME.has(outcome.output.code)) return outcome;
    await waitForChange(store, revision, deadline, signal);
  }
}
