import type { SwarmActivity } from '../../../engine/swarm/index.ts';
import { type StripTime, stripOf } from '../../model/swarm/strips.ts';
import type { LogState } from './log-reading.ts';
import type { ActivityState, AgentStrip } from './past-protocol.ts';
import type { View } from './protocol.ts';

const HOUR_MS = 3_600_000;
const LENGTHS: Readonly<Record<View['activity'], number>> = { hour: HOUR_MS, 'six-hours': 6 * HOUR_MS, all: Number.POSITIVE_INFINITY };

/** What the agents of a swarm did, for the page. */
export interface ShownActivity {
  readonly state: ActivityState;
  /** Returns the strip of an agent; `null` if nothing is known of it. @param nameOf returns the description of a task */
  stripOf(agent: string, nameOf: (task: string) => string): AgentStrip | null;
  /** Reports whether the last task of an agent failed. */
  hasFailed(agent: string): boolean;
}

/** @param now milliseconds since 1970 UTC */
export function showActivity(state: LogState<SwarmActivity>, shown: View['activity'], now: number): ShownActivity {
  if (state.kind !== 'read') return { state, stripOf: () => null, hasFailed: () => false };
  const { from, to, agents } = state.result;
  const end = to ?? now;
  const time: StripTime = { from: Math.max(from, end - LENGTHS[shown]), to: end };
  const byAgent = new Map(agents.map((each) => [each.agent, each]));
  return {
    state: { kind: 'shown', ...time, goesOn: to === null, lengthMs: end - from, problems: state.problems },
    stripOf: (agent, nameOf) => {
      const known = byAgent.get(agent);
      return known === undefined ? null : stripOf(known, time, nameOf);
    },
    hasFailed: (agent) => byAgent.get(agent)?.spans.findLast(({ kind }) => kind === 'task')?.end === 'failed',
  };
}
