import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';
import type { BudgetRow } from '../../dashboards/swarm/protocol.ts';
import { duration, tokens, usd } from '../text.ts';
import { hasEnded } from './swarm-phase.ts';

type Clockwork = Pick<SwarmView, 'pause' | 'stoppedMs'>;

/**
 * Returns what is spent of each limit, in the order of the seed. The duration in the file is from when it was written, so the duration of
 * a running swarm is computed from its start. It does not advance during a pause.
 */
export function budgetRows(manifest: SwarmManifest, { pause, stoppedMs }: Clockwork, now: number): BudgetRow[] {
  const { maxAgents, maxTokens, maxCostUsd, maxDurationMs, spent } = manifest.budget;
  const since = pause !== null || hasEnded(manifest) ? null : manifest.created + stoppedMs;
  const age = since === null ? spent.durationMs : Math.max(0, now - since);
  return [
    { limit: 'agents', spent: spent.agents, max: maxAgents, since: null },
    { limit: 'tokens', spent: spent.tokens, max: maxTokens, since: null },
    { limit: 'cost', spent: spent.costUsd, max: maxCostUsd, since: null },
    { limit: 'duration', spent: age, max: maxDurationMs, since },
  ];
}

const SHOWN = { agents: String, tokens, cost: usd, duration };

/** `$0.50 of $10.00` */
export function limitText({ limit, spent, max }: BudgetRow): string {
  return `${SHOWN[limit](spent)} of ${SHOWN[limit](max)}`;
}
