import * as z from 'zod';
import { swarmStrategySchema } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { budgetLimitsSchema } from '../budget.ts';

export const planInput = onDemand(() =>
  z.object({
    action: z
      .enum(['new', 'check'])
      .describe('new: make a plan to fill in; check: check a plan, and show its tasks')
      .meta({ positional: true }),
    file: z
      .string()
      .min(1, 'must not be empty')
      .optional()
      .describe('new: the file to create (default: print the plan); check: the plan, - reads standard input')
      .meta({ positional: true }),
    strategy: swarmStrategySchema().default('parallel').describe('check: the strategy that the tasks must be possible under'),
  }),
);

/** `level`: 0 for the whole. `isGroup`: it has subtasks, which are done instead of it. */
const plannedTask = onDemand(() =>
  z.object({ id: z.string(), description: z.string(), level: z.int(), isGroup: z.boolean(), dependencies: z.array(z.string()) }),
);

/** `plan`: the new plan in YAML; `null` for a check. `file`: the file that was written or checked; `null` if there is none. */
export const planOutput = onDemand(() =>
  z.object({
    plan: z.string().nullable(),
    file: z.string().nullable(),
    tasks: z.array(plannedTask()),
    budget: budgetLimitsSchema().nullable(),
  }),
);

export type PlanInput = Checked<typeof planInput>;
export type PlanOutput = Checked<typeof planOutput>;
