import * as z from 'zod';
import { mergePolicySchema, swarmStrategySchema } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { taskTreeSchema } from '../tasks/tree-schema.ts';
import { SHORTEST_SILENCE_MS } from './unpublished.ts';

const agent = z.string();
const task = z.string();

/** A thousand million dollars: up to here micro-dollars survive the way into the file and back. */
export const MOST_USD = 1e9;

/** Seed 1, "SwarmBudget", without what was spent: that is derived. Milliseconds, US dollars. */
export const budgetLimitsSchema = onDemand(() =>
  z.object({
    maxAgents: z.int().min(0),
    maxTokens: z.int().min(0),
    maxCostUsd: z.number().min(0),
    maxDurationMs: z.int().min(0),
  }),
);

/** A new swarm. `decomposition` is complete: `readDecomposition` fills in what was left out. */
const create = onDemand(() =>
  z.object({
    op: z.literal('swarm.create'),
    /** The new swarm's id; `id` is the record's own. */
    swarm: z.string(),
    /** What the swarm is to achieve. */
    task: z.string(),
    coordinator: agent,
    strategy: swarmStrategySchema(),
    decomposition: taskTreeSchema,
    mergePolicy: mergePolicySchema(),
    budget: budgetLimitsSchema(),
    /** How long a member with work may be silent, milliseconds; default: half an hour. */
    vanishAfterMs: z.int().min(SHORTEST_SILENCE_MS).optional(),
    /**
     * The record that ends the swarm takes the locks and waits of its members along; earlier versions, which did not say so, let them run
     * out (docs/decisions/0038-locks-end-with-their-swarm.md).
     */
    releaseLocks: z.literal(true).optional(),
    /**
     * Only those may vote who were members when the vote was opened; in swarms of earlier versions, which did not say so, whoever is a member
     * when the votes are counted (docs/decisions/0042-who-may.md).
     */
    fixedElectorate: z.literal(true).optional(),
    /** Who is recruited waits until somebody in charge admits it. */
    admission: z.literal('coordinator').optional(),
  }),
);
const recruit = onDemand(() => z.object({ op: z.literal('swarm.recruit'), agent, role: z.string(), expertise: z.array(z.string()) }));
/**
 * Of who waits since it was recruited, or was refused before. `stands`: a refusal holds until the agent is admitted; in records of earlier
 * versions, which did not say so, it may ask again (docs/decisions/0042-who-may.md).
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
/** Without `by`: the agent leaves. */
const retire = onDemand(() => z.object({ op: z.literal('swarm.retire'), agent, by: agent.optional(), reason: z.string().optional() }));
/** `by`: who decides, the coordinator, a person, or who holds a task above it. */
const assign = onDemand(() => z.object({ op: z.literal('swarm.assign'), task, agent, by: agent }));
/** Without `task`: whatever comes next. */
const claim = onDemand(() => z.object({ op: z.literal('swarm.claim'), agent, task: task.optional() }));
const start = onDemand(() => z.object({ op: z.literal('swarm.start'), task, agent }));
/** `confidence`: 0 to 1. `files`: what it touched, as paths of the project. */
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
/** Without `task`: the one that the agent works on, if it is one. */
const usage = onDemand(() =>
  z.object({
    op: z.literal('swarm.usage'),
    agent,
    tokens: z.int().min(0),
    costUsd: z.number().min(0),
    task: task.optional(),
  }),
);
/** A sign of life. */
const activity = onDemand(() => z.object({ op: z.literal('swarm.activity'), agent }));

/** How a task, and all below it, should be done. `proposal`: its id. */
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
/** `subject`: a proposal, a question of a merge, or a task that is merged. */
const vote = onDemand(() => z.object({ op: z.literal('swarm.vote'), subject: z.string(), agent, choice: z.string() }));
/**
 * Without `task`: the whole. `file`: which question, where there are several. `heedsVotes`: while a question is voted on, only a person
 * answers it; earlier versions, which did not say so, let the coordinator, and what was decided so stays decided.
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
const pause = onDemand(() => z.object({ op: z.literal('swarm.pause'), by: agent, reason: z.string() }));
const resume = onDemand(() => z.object({ op: z.literal('swarm.resume'), by: agent }));
const abort = onDemand(() => z.object({ op: z.literal('swarm.abort'), by: agent, reason: z.string() }));
/** What is left out stays. */
const budget = onDemand(() => z.object({ op: z.literal('swarm.budget'), by: agent, limits: budgetLimitsSchema().partial() }));
const retry = onDemand(() => z.object({ op: z.literal('swarm.retry'), task, by: agent }));
/** `children`: complete, as in `create`. */
const decompose = onDemand(() => z.object({ op: z.literal('swarm.decompose'), task, by: agent, children: z.array(taskTreeSchema) }));

/** The operations on a swarm's tasks, agents and budget, to be spread among all records of the log. */
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
  'swarm.pause': pause,
  'swarm.resume': resume,
  'swarm.abort': abort,
  'swarm.budget': budget,
  'swarm.retry': retry,
  'swarm.decompose': decompose,
};

export type SwarmTaskRecord = Checked<(typeof swarmTaskRecords)[keyof typeof swarmTaskRecords]>;

/** What an operation is told: its record without `op`. */
export type SwarmInput<Name extends string> = Omit<Extract<SwarmTaskRecord, { op: `swarm.${Name}` }>, 'op'>;
