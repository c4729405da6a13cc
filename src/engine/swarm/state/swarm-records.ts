import * as z from 'zod';
import { mergePolicySchema, swarmStrategySchema } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { budgetLimitsSchema } from '../budget.ts';
import { controlRecords } from '../schemas/control.ts';
import { taskTreeSchema } from '../tasks/tree-schema.ts';
import { SHORTEST_SILENCE_MS } from './unpublished.ts';

const agent = z.string();
const task = z.string();

/** Creates a swarm. `decomposition` is complete: `readDecomposition` fills in missing fields. */
const create = onDemand(() =>
  z.object({
    op: z.literal('swarm.create'),
    /** Id of the new swarm; `id` is the record's own. */
    swarm: z.string(),
    /** The goal of the swarm. */
    task: z.string(),
    coordinator: agent,
    strategy: swarmStrategySchema(),
    decomposition: taskTreeSchema,
    mergePolicy: mergePolicySchema(),
    budget: budgetLimitsSchema(),
    /** How long a member with tasks may send no heartbeat, in milliseconds; default: half an hour. */
    vanishAfterMs: z.int().min(SHORTEST_SILENCE_MS).optional(),
    /**
     * The record that ends the swarm also ends the locks and waits of its members. Records of earlier versions lack this; their locks and
     * waits expire (docs/decisions/0038-locks-end-with-their-swarm.md).
     */
    releaseLocks: z.literal(true).optional(),
    /**
     * Only those who were members when a vote was opened may vote. Records of earlier versions lack this; there, anyone who is a member
     * when the votes are counted may vote (docs/decisions/0042-voting-and-admission.md).
     */
    fixedElectorate: z.literal(true).optional(),
    /** Recruited agents wait until the coordinator or a person admits them. */
    admission: z.literal('coordinator').optional(),
  }),
);
const recruit = onDemand(() => z.object({ op: z.literal('swarm.recruit'), agent, role: z.string(), expertise: z.array(z.string()) }));
/**
 * Admits or refuses an agent that waits for admission or was refused before. `stands`: a refusal holds until the agent is admitted. Records
 * of earlier versions lack this; there, a refused agent may ask again (docs/decisions/0042-voting-and-admission.md).
 */
const admit = onDemand(() =>
  z.object({
    op: z.literal('swarm.admit'),
    agent,
    by: agent,
    refused: z.boolean(),
    reason: z.string().optional(),
    stands: z.literal(true).optional(),
  }),
);
/** Retires an agent. Without `by`, the agent leaves by itself. */
const retire = onDemand(() => z.object({ op: z.literal('swarm.retire'), agent, by: agent.optional(), reason: z.string().optional() }));
/** Assigns a task. `by` is the coordinator, a person, or the holder of a task above it. */
const assign = onDemand(() => z.object({ op: z.literal('swarm.assign'), task, agent, by: agent }));
/** Claims a task. Without `task`, the next one by the strategy. */
const claim = onDemand(() => z.object({ op: z.literal('swarm.claim'), agent, task: task.optional() }));
const start = onDemand(() => z.object({ op: z.literal('swarm.start'), task, agent }));
/** Completes a task. `confidence`: 0 to 1. `files`: the project paths that the work changed. */
const complete = onDemand(() =>
  z.object({
    op: z.literal('swarm.complete'),
    task,
    agent,
    output: z.unknown().optional(),
    confidence: z.number().min(0).max(1).optional(),
    files: z.array(z.string()).optional(),
  }),
);
const fail = onDemand(() => z.object({ op: z.literal('swarm.fail'), task, agent, reason: z.string() }));
/** Records usage. Without `task`, it counts for the agent's active task if there is exactly one. */
const usage = onDemand(() =>
  z.object({
    op: z.literal('swarm.usage'),
    agent,
    tokens: z.int().min(0),
    costUsd: z.number().min(0),
    task: task.optional(),
  }),
);
/** A heartbeat. */
const activity = onDemand(() => z.object({ op: z.literal('swarm.activity'), agent }));

/** Proposes how to do a task and all tasks below it. `proposal` is its id. */
const propose = onDemand(() =>
  z.object({
    op: z.literal('swarm.propose'),
    proposal: z.string(),
    task,
    agent,
    approach: z.string(),
    confidence: z.number().min(0).max(1),
  }),
);
/** Votes. `subject`: a proposal, a question of a merge, or a task that is merged. */
const vote = onDemand(() => z.object({ op: z.literal('swarm.vote'), subject: z.string(), agent, choice: z.string() }));
/**
 * Answers a question of a merge. Without `task`, of the merge of the whole swarm. `file` selects the question if there are several.
 * `heedsVotes`: while a question is voted on, only a person may answer it. Records of earlier versions lack this; there the coordinator
 * could, and those answers stay.
 */
const merge = onDemand(() =>
  z.object({
    op: z.literal('swarm.merge'),
    task: task.optional(),
    by: agent,
    file: z.string().optional(),
    pick: z.string().optional(),
    heedsVotes: z.boolean().optional(),
  }),
);
const approve = onDemand(() =>
  z.object({
    op: z.literal('swarm.approve'),
    task: task.optional(),
    by: agent,
    refused: z.boolean(),
    reason: z.string().optional(),
  }),
);
/** The operations on a swarm's tasks, agents and budget, to be merged into the table of all records of the log. */
export const swarmTaskRecords = {
  'swarm.create': create,
  'swarm.recruit': recruit,
  'swarm.admit': admit,
  'swarm.retire': retire,
  'swarm.assign': assign,
  'swarm.claim': claim,
  'swarm.start': start,
  'swarm.complete': complete,
  'swarm.fail': fail,
  'swarm.usage': usage,
  'swarm.activity': activity,
  'swarm.propose': propose,
  'swarm.vote': vote,
  'swarm.merge': merge,
  'swarm.approve': approve,
  ...controlRecords,
};

export type SwarmTaskRecord = Checked<(typeof swarmTaskRecords)[keyof typeof swarmTaskRecords]>;

/** The input of an operation: its record without `op`. */
export type SwarmInput<Op extends SwarmTaskRecord['op']> = Omit<Extract<SwarmTaskRecord, { op: Op }>, 'op'>;
