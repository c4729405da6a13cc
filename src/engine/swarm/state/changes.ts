import * as z from 'zod';
import { mergePolicySchema, swarmAgentSchema, swarmStrategySchema, taskNodeSchema } from '../../crtx/schema/swarm.ts';
import type { SwarmAgent } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { manifestSchema, taskTreeSchema } from '../tasks/tree-schema.ts';
import type { UnknownKeys } from './unknown-keys.ts';

const agent = z.string();
const task = z.string();
const status = () => taskNodeSchema().shape.status;
// Checked but not copied: a copy made by a schema would lose keys such as `__proto__`.
const rest = z.custom<UnknownKeys>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'is not an object');
const wholeAgent = z.custom<SwarmAgent>((value) => swarmAgentSchema().safeParse(value).success, 'is not an agent');
const time = z.int().nullable();

/** The limits of seed 1, "SwarmBudget". */
export const limitNameSchema = onDemand(() => z.enum(['maxAgents', 'maxTokens', 'maxCostUsd', 'maxDurationMs']));

/**
 * Spending of the swarm beyond what was added to the agents. `agents`, `durationMs`: the written value, if it is greater than before and not
 * explained by new agents.
 */
const spent = onDemand(() =>
  z.object({
    change: z.literal('spent'),
    tokens: z.int().min(0),
    costUsd: z.number().min(0),
    agents: z.number().optional(),
    durationMs: z.number().optional(),
  }),
);

/** One change that another program made in the manifest. The order of the variants is not the order of application. JSON. */
export const manifestChangeSchema = onDemand(() =>
  z.discriminatedUnion('change', [
    /** Another swarm, to be adopted completely or not at all. */
    z.object({ change: z.literal('swarm'), manifest: manifestSchema }),
    /** `parent` is `null` for another root; `index` is the position among its siblings. */
    z.object({ change: z.literal('task-new'), parent: task.nullable(), index: z.int().min(0), task: taskTreeSchema }),
    z.object({ change: z.literal('task-dependencies'), task, dependencies: z.array(task) }),
    z.object({ change: z.literal('task-moved'), task, parent: task.nullable() }),
    /** The same children in a different order. */
    z.object({ change: z.literal('tasks-reordered'), parent: task }),
    z.object({ change: z.literal('task-gone'), task }),
    z.object({ change: z.literal('goal'), goal: z.string() }),
    z.object({ change: z.literal('coordinator'), coordinator: agent }),
    z.object({ change: z.literal('strategy'), strategy: swarmStrategySchema() }),
    z.object({ change: z.literal('created'), created: z.int() }),
    z.object({ change: z.literal('merge-policy'), mergePolicy: mergePolicySchema() }),
    z.object({ change: z.literal('limit'), limit: limitNameSchema(), max: z.number() }),
    spent(),
    /** All keys at this place that the seed does not define. */
    z.object({ change: z.literal('swarm-rest'), rest }),
    z.object({ change: z.literal('budget-rest'), rest }),
    z.object({ change: z.literal('agent-new'), agent: wholeAgent }),
    z.object({ change: z.literal('agent-gone'), agent }),
    /** The difference; negative where the number went down. */
    z.object({ change: z.literal('agent-usage'), agent, tokens: z.int(), costUsd: z.number() }),
    z.object({
      change: z.literal('task-text'),
      task,
      description: z.string().optional(),
      priority: z.number().optional(),
      estimatedTokens: z.int().optional(),
    }),
    z.object({ change: z.literal('task-tokens'), task, tokens: z.int() }),
    z.object({ change: z.literal('task-rest'), task, rest }),
    z.object({ change: z.literal('task-progress'), task, status: status(), assignedTo: agent.nullable() }),
    /** Without `output`, it was removed. `replaces`: there was an output before. */
    z.object({ change: z.literal('task-output'), task, output: z.unknown().optional(), replaces: z.boolean() }),
    z.object({ change: z.literal('agent-status'), agent, status: swarmAgentSchema().shape.status }),
    z.object({
      change: z.literal('agent-profile'),
      agent,
      role: z.string().optional(),
      expertise: z.array(z.string()).optional(),
      startedAt: time.optional(),
      completedAt: time.optional(),
      rest: rest.optional(),
    }),
  ]),
);

export type ManifestChange = Checked<typeof manifestChangeSchema>;
export type ChangeFor<Name extends ManifestChange['change']> = Extract<ManifestChange, { change: Name }>;

/** A change that was refused, and a sentence that says why. */
export interface RefusedChange {
  readonly change: ManifestChange;
  readonly sentence: string;
}

/** The result of applying another program's changes. */
export interface MergeReport {
  readonly applied: readonly ManifestChange[];
  readonly refused: readonly RefusedChange[];
}
