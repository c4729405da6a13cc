import * as z from 'zod';
import type { SwarmManifest } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { type BudgetOutlook, budgetOutlookSchema } from '../budget-outlook.ts';
import { applicantSchema, pauseSchema } from '../state/unpublished.ts';
import { manifestSchema } from '../tasks/tree-schema.ts';

const count = () => z.int();
export const progressOutput = onDemand(() =>
  z.object({ pending: count(), active: count(), done: count(), failed: count(), skipped: count(), total: count(), percent: count() }),
);
/** `by`, `reason` and `at` of an aborted swarm, if they are known. */
const endOutput = onDemand(() =>
  z.object({
    how: z.enum(['finished', 'failed', 'aborted']),
    by: z.string().nullable(),
    reason: z.string(),
    at: z.int().nullable(),
  }),
);
/**
 * `swarm`: seed 1, "SwarmManifest"; an unresponsive agent has `unresponsive: true` beside the `status` of the file, and its locks have
 * `holderUnresponsive: true`. `progress`: leaves only; `percent`: share of them that is done. `seen`: the last heartbeat of each agent, and from when on it counts as unresponsive
 * without another one (`null`: never). `pause`: who paused it, why and since when. `applicants`: agents that wait to be admitted; `null`
 * if any agent may join. `end`: how it ended, when there is nothing left to do.
 */
export const stateOutput = onDemand(() =>
  z.object({
    swarm: manifestSchema.nullable(),
    progress: progressOutput().nullable(),
    seen: z.array(z.object({ agent: z.string(), at: z.int(), unresponsiveFrom: z.int().nullable() })),
    pause: pauseSchema().nullable(),
    applicants: z.array(applicantSchema()).nullable(),
    end: endOutput().nullable(),
  }),
);
/** `files`: at most three. `likelihoods`: for each of the two tasks; 1 when it names the file. */
export const overlapOutput = onDemand(() =>
  z.object({
    tasks: z.tuple([z.string(), z.string()]),
    weight: z.number(),
    files: z.array(z.object({ path: z.string(), likelihoods: z.tuple([z.number(), z.number()]) })),
    why: z.string(),
  }),
);
/**
 * Open tasks that may change the same files, the likeliest first (docs/decisions/0020-graph-digest.md). `more`: number of pairs that are not listed; `complete`: false when not all were compared.
 */
const overlapsOutput = onDemand(() => z.object({ pairs: z.array(overlapOutput()), more: count(), complete: z.boolean() }));
const listedTask = onDemand(() =>
  z.object({
    id: z.string(),
    description: z.string(),
    status: z.enum(['pending', 'active', 'done', 'failed', 'skipped']),
    priority: z.number(),
    agent: z.string().nullable(),
    waitsFor: z.array(z.string()),
  }),
);
/** `outlook`: whether the budget lasts; `null` if that is unknown. `tasks`: the tasks that the options select, each with the ids of the tasks that it waits for; `null` without such an option. */
export const statusOutput = onDemand(() =>
  stateOutput().extend({
    outlook: budgetOutlookSchema().nullable(),
    overlaps: overlapsOutput(),
    tasks: z.array(listedTask()).nullable(),
  }),
);

export interface StateOutput {
  readonly swarm: SwarmManifest | null;
  readonly progress: Checked<typeof stateOutput>['progress'];
  readonly seen: Checked<typeof stateOutput>['seen'];
  readonly pause: Checked<typeof pauseSchema> | null;
  readonly applicants: Checked<typeof stateOutput>['applicants'];
  readonly end: Checked<typeof endOutput> | null;
}
export type OverlapsOutput = Checked<typeof overlapsOutput>;
export type ListedTask = Checked<typeof listedTask>;
export interface StatusOutput extends StateOutput {
  readonly outlook: BudgetOutlook | null;
  readonly overlaps: OverlapsOutput;
  readonly tasks: ListedTask[] | null;
}
