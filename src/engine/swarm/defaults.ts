import * as z from 'zod';
import type { MergePolicy } from '../crtx/schema.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { BudgetLimits } from './budget.ts';
import { budgetLimitsSchema } from './budget.ts';

/** RULINGS, crtx 4: the default budget of a swarm; milliseconds, US dollars. */
export const DEFAULT_BUDGET: BudgetLimits = { maxAgents: 10_000, maxTokens: 100_000_000, maxCostUsd: 50, maxDurationMs: 3_600_000 };

/** The default merge policy: the last result wins, without approval by a person. */
export const DEFAULT_MERGE_POLICY: MergePolicy = { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false };

/** Schema of a budget for a new swarm. */
export const newBudgetSchema = onDemand(() => {
  const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = budgetLimitsSchema().shape;
  return z.strictObject({
    maxAgents: maxAgents.default(DEFAULT_BUDGET.maxAgents),
    maxTokens: maxTokens.default(DEFAULT_BUDGET.maxTokens),
    maxCostUsd: maxCostUsd.default(DEFAULT_BUDGET.maxCostUsd),
    maxDurationMs: maxDurationMs.default(DEFAULT_BUDGET.maxDurationMs),
  });
});

/** Under competitive, the number of agents that work on the same task. */
export const CONTENDERS = 3;
