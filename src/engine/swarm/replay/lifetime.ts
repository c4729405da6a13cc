import { type ReplayStart, replay } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { swarmMachine } from '../state/machine.ts';
import type { SwarmState } from '../state/state.ts';
import type { Swarm } from '../state/swarm.ts';
import type { CompleteHistory } from './complete-history.ts';

/** The identity of a swarm and its lifetime up to now, in milliseconds since 1970 UTC. */
export interface Lifetime {
  readonly id: string;
  readonly created: number;
  readonly end: number;
}

/** Returns the lifetime of the present swarm; `null` without one. @param directory the swarm's log */
export function currentLifetime(runtime: Runtime, directory: string): Lifetime | null {
  let swarm: Swarm | null = null;
  const visit = (state: SwarmState): void => {
    swarm = state.swarm;
  };
  replay(runtime, { directory, machine: swarmMachine }, () => true, { visit });
  return swarm === null ? null : computeLifetime(swarm, runtime.clock.now());
}

/** A finished swarm lived for its active time plus its stopped time. */
function computeLifetime(swarm: Swarm, now: number): Lifetime | null {
  const { id, created, isFinished, stoppedMs } = swarm;
  const budget = swarm.budgetAt(now);
  if (id === null || created === null || budget === null) return null;
  return { id, created, end: isFinished ? created + stoppedMs + budget.spent.durationMs : Math.max(created, now) };
}

/** Starts at the last usable checkpoint before the swarm was created, so that older records are not read. */
export function beginningOf({ created }: Lifetime, { from, beginning }: CompleteHistory): ReplayStart {
  return from !== null && from.time > created ? beginning : ({ time }) => time <= created;
}
