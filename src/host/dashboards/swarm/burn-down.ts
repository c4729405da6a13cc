import type { Burnt } from '../../../engine/swarm/index.ts';
import type { LogState } from './log-reading.ts';
import type { BurnDownState } from './past-protocol.ts';

/** Returns the burn-down of a swarm for the page. */
export function toBurnDownState(state: LogState<Burnt>): BurnDownState {
  if (state.kind !== 'read') return state;
  const { steps, limits, left, total, forecast } = state.result;
  return {
    kind: 'burnt',
    steps,
    limits: { tokens: limits.maxTokens, cost: limits.maxCostUsd, duration: limits.maxDurationMs },
    left,
    total,
    forecast,
    problems: state.problems,
  };
}
