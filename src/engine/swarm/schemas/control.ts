import * as z from 'zod';
import { type SwarmBudget, swarmBudgetSchema } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { budgetLimitsSchema, MAX_USD } from '../budget.ts';
import { taskTreeSchema } from '../tasks/tree-schema.ts';
import { releasedLocks } from './locks.ts';

const task = () => z.string().describe('the id of the task').meta({ positional: true });
const by = () => z.string().describe('who decides: the coordinator or person:<name>');

export const pauseInput = onDemand(() => z.object({ by: by(), reason: z.string().default('').describe('why') }));
export const resumeInput = onDemand(() => z.object({ by: by() }));
export const abortInput = onDemand(() => z.object({ by: by(), reason: z.string().min(1, 'must not be empty').describe('why') }));
export const budgetInput = onDemand(() =>
  z.object({
    by: z.string().optional().describe('who decides: the coordinator or person:<name>'),
    agents: z.int('a whole number').min(0, 'at least 0').optional().describe('maximum number of agents, in total'),
    tokens: z.int('a whole number, up to 9007199254740991').min(0, 'at least 0').optional().describe('maximum number of tokens'),
    cost: z.number().min(0, 'at least 0').max(MAX_USD, 'at most a thousand million').optional().describe('maximum cost in US dollars'),
    duration: z.int().min(0).optional().describe('maximum running time, not counting pauses').meta({ unit: 'duration' }),
  }),
);
export const retryInput = onDemand(() =>
  z.object({
    task: task(),
    by: z.string().describe('who decides: the coordinator, the agent of the task or of a parent task, or person:<name>'),
  }),
);
export const decomposeInput = onDemand(() =>
  z.object({
    task: task(),
    by: z.string().describe('who decides: the agent that holds the task, the coordinator or person:<name>'),
    file: z.string().describe('a YAML or JSON file with the subtasks, as "children" in a plan; - reads standard input'),
  }),
);

/** `since`: milliseconds. */
export const pauseOutput = onDemand(() => z.object({ since: z.int(), by: z.string(), again: z.boolean() }));
/** `finished`: the swarm had finished already, so no work continues. */
export const resumeOutput = onDemand(() => z.object({ pausedMs: z.int(), finished: z.boolean(), again: z.boolean() }));
/** `skipped`: the number of skipped tasks. */
export const abortOutput = onDemand(() => z.object({ swarm: z.string(), skipped: z.int(), releasedLocks: releasedLocks() }));
/** Seed 1, "SwarmBudget". `changed`: false when the budget is only shown, or had these limits already. */
export const budgetOutput = onDemand(() => z.object({ budget: swarmBudgetSchema(), changed: z.boolean() }));
/**
 * `revived`: the first few skipped tasks that are pending again; `count`: how many there are. `resumed`: whether the swarm had ended and runs
 * again.
 */
export const retryOutput = onDemand(() =>
  z.object({ task: z.string(), revived: z.array(z.string()), count: z.int(), resumed: z.boolean() }),
);
/** `added`: the number of new tasks. `unassigned`: under hierarchical, the first few that must still be assigned. */
export const decomposeOutput = onDemand(() =>
  z.object({ task: z.string(), by: z.string(), added: z.int(), unassigned: z.array(z.string()) }),
);

/** The records of these operations in the log. */
export const controlRecords = {
  'swarm.pause': onDemand(() => z.object({ op: z.literal('swarm.pause'), by: z.string(), reason: z.string() })),
  'swarm.resume': onDemand(() => z.object({ op: z.literal('swarm.resume'), by: z.string() })),
  'swarm.abort': onDemand(() => z.object({ op: z.literal('swarm.abort'), by: z.string(), reason: z.string() })),
  /** Missing limits stay unchanged. */
  'swarm.budget': onDemand(() => z.object({ op: z.literal('swarm.budget'), by: z.string(), limits: budgetLimitsSchema().partial() })),
  'swarm.retry': onDemand(() => z.object({ op: z.literal('swarm.retry'), task: z.string(), by: z.string() })),
  /** `children` is complete: `readChildren` fills in missing fields. */
  'swarm.decompose': onDemand(() =>
    z.object({ op: z.literal('swarm.decompose'), task: z.string(), by: z.string(), children: z.array(taskTreeSchema) }),
  ),
};

/** What the rules of these operations answer. */
export const controlResults = {
  'swarm.pause': pauseOutput,
  'swarm.resume': resumeOutput,
  'swarm.abort': onDemand(() => abortOutput().omit({ releasedLocks: true })),
  /** `before`: the previous limits. */
  'swarm.budget': onDemand(() => z.object({ before: budgetLimitsSchema(), budget: swarmBudgetSchema(), again: z.boolean() })),
  'swarm.retry': retryOutput,
  'swarm.decompose': decomposeOutput,
};

export type PauseInput = Checked<typeof pauseInput>;
export type PauseOutput = Checked<typeof pauseOutput>;
export type ResumeInput = Checked<typeof resumeInput>;
export type ResumeOutput = Checked<typeof resumeOutput>;
export type AbortInput = Checked<typeof abortInput>;
export type AbortOutput = Checked<typeof abortOutput>;
export type BudgetInput = Checked<typeof budgetInput>;
export interface BudgetOutput {
  readonly budget: SwarmBudget;
  readonly changed: boolean;
}
export type RetryInput = Checked<typeof retryInput>;
export type RetryOutput = Checked<typeof retryOutput>;
export type DecomposeInput = Checked<typeof decomposeInput>;
export type DecomposeOutput = Checked<typeof decomposeOutput>;
