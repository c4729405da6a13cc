import type { BudgetRow } from '../../contract/dashboard.ts';
import type { SwarmManifest } from '../../engine/crtx/index.ts';
import { duration, tokens, usd } from './text.ts';

/** The states of a whole in which its clock stands still. */
const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'skipped']);

/** What is spent of each limit, in the order of the seed. The file has the duration of when it was written: a swarm that runs is older. */
export function budgetRows({ budget, created, decomposition }: SwarmManifest, now: number): BudgetRow[] {
  const { maxAgents, maxTokens, maxCostUsd, maxDurationMs, spent } = budget;
  const since = ENDED.has(decomposition.status) ? null : created;
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
