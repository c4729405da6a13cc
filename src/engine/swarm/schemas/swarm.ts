import * as z from 'zod';
import { swarmStrategySchema, type TaskNode, taskNodeSchema } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { budgetLimitsSchema } from '../budget.ts';
import { taskTreeSchema } from '../tasks/tree-schema.ts';
import { decidedOutput } from './decisions.ts';
import { lapsedView, lockView, releasedLocks } from './locks.ts';
import { overlapOutput, progressOutput } from './swarm-state.ts';

/** Machine-readable result of a claim: the agent got or already has a task, or the reason why it got none. */
export const claimCodeSchema = z.enum([
  ...['claimed', 'already-claimed'],
  ...['all-done', 'failed', 'aborted', 'nothing-ready', 'nothing-assigned', 'nothing-agreed', 'merging', 'paused', 'over-budget'],
  ...['no-swarm', 'unknown-agent', 'retired', 'awaits-admission', 'refused'],
  ...['unknown-task', 'not-a-leaf', 'already-ended', 'not-yours', 'not-assigned', 'waits-for', 'not-agreed', 'no-room', 'submitted'],
] as const);

const agent = () => z.string().describe('the agent that runs the command');
const member = () => z.string().describe('the id of the agent').meta({ positional: true });
const task = () => z.string().describe('the id of the task').meta({ positional: true });
const tasks = onDemand(() => z.array(z.string()));

const MAX_WAIT = 24 * 3_600_000;

export const createInput = onDemand(() =>
  z.object({
    task: z.string().min(1, 'must not be empty').describe('the goal of the swarm'),
    coordinator: z.string().describe('the agent (or person:<name>) that coordinates it'),
    strategy: swarmStrategySchema().default('parallel').describe('how tasks are assigned to agents'),
    file: z
      .string()
      .optional()
      .describe('the plan: a YAML or JSON file with decomposition (the tasks), budget and mergePolicy; - reads standard input'),
    vanishAfter: z
      .int()
      .min(1_000, 'at least 1s')
      .optional()
      .describe('how long an agent may go without a heartbeat before its tasks are pending again (default: 30m)')
      .meta({ unit: 'duration' }),
    keepLocks: z.boolean().default(false).describe('keep the locks of members when the swarm ends (default: release them)'),
    admission: z
      .enum(['open', 'coordinator'])
      .optional()
      .describe(
        'who may join: open (any agent), or coordinator (agents that the coordinator or a person admits); default: from the plan file, otherwise open',
      ),
  }),
);
export const recruitInput = onDemand(() =>
  z.object({
    agent: member(),
    role: z.string().min(1, 'must not be empty').describe('the role of the agent, such as coder'),
    expertise: z.array(z.string()).default([]).describe('an area of expertise; may be repeated'),
  }),
);
export const admitInput = onDemand(() =>
  z.object({
    agent: member(),
    by: z.string().describe('who decides: the coordinator or person:<name>'),
    refuse: z.boolean().default(false).describe('refuse the agent instead of admitting it'),
    reason: z.string().optional().describe('why'),
  }),
);
export const retireInput = onDemand(() =>
  z.object({
    agent: member(),
    by: z.string().optional().describe('who decides: the coordinator or person:<name>; default: the agent itself'),
    reason: z.string().optional().describe('why'),
  }),
);
export const assignInput = onDemand(() =>
  z.object({
    task: task(),
    agent: z.string().describe('the agent that the task is assigned to'),
    by: z.string().describe('who decides: the coordinator, the agent of a parent task, or person:<name>'),
  }),
);
export const claimInput = onDemand(() =>
  z.object({
    agent: agent(),
    task: z.string().optional().describe('claim this task; default: the next one'),
    wait: z.int().min(0).max(MAX_WAIT, 'at most 24h').default(0).describe('how long to wait for a task').meta({ unit: 'duration' }),
  }),
);
export const startInput = onDemand(() => z.object({ task: task(), agent: agent() }));
export const completeInput = onDemand(() =>
  z.object({
    task: task(),
    agent: agent(),
    output: z.unknown().optional().describe('the result of the task'),
    confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').optional().describe('confidence in the result, 0 to 1'),
    file: z.array(z.string()).default([]).describe('a file that the task changed; may be repeated'),
  }),
);
export const failInput = onDemand(() =>
  z.object({ task: task(), agent: agent(), reason: z.string().min(1, 'must not be empty').describe('why') }),
);
/** Maximum of one report: a larger amount is a mistake that no change of the budget could undo. */
const MAX_REPORTED_USD = 1e6;
const MAX_REPORTED_TOKENS = 1e12;

export const usageInput = onDemand(() =>
  z
    .object({
      agent: agent(),
      tokens: z
        .int('a whole number')
        .min(0, 'at least 0')
        .max(MAX_REPORTED_TOKENS, 'at most a million million')
        .optional()
        .describe('tokens used since the last report'),
      cost: z
        .number()
        .min(0, 'at least 0')
        .max(MAX_REPORTED_USD, 'at most a million')
        .optional()
        .describe('US dollars spent since the last report'),
      task: z.string().optional().describe('the task that they were used for; default: the task in progress'),
    })
    .refine(({ tokens, cost }) => tokens !== undefined || cost !== undefined, 'give tokens, cost, or both'),
);
export const heartbeatInput = onDemand(() => z.object({ agent: z.string().describe('the agent that sends the heartbeat') }));
export const statusInput = onDemand(() =>
  z.object({
    ready: z.boolean().default(false).describe('list only pending tasks whose dependencies are done'),
    blocked: z.boolean().default(false).describe('list only pending tasks that wait for other tasks'),
    agent: z.string().optional().describe('list only tasks that are assigned to this agent'),
  }),
);

/** `tasks`: number of leaves. `budget`: the limits of the swarm (milliseconds, US dollars). `admission`: who may join. */
export const createOutput = onDemand(() =>
  z.object({ swarm: z.string(), tasks: z.int(), budget: budgetLimitsSchema(), admission: z.enum(['open', 'coordinator']) }),
);
export const recruitOutput = onDemand(() => z.object({ agent: z.string(), joined: z.enum(['new', 'again', 'before']) }));
/** `admitted`: false when the agent was refused. `again`: it was a member already. */
export const admitOutput = onDemand(() => z.object({ agent: z.string(), admitted: z.boolean(), again: z.boolean() }));
/**
 * `locks`: those that the agent still holds, until they expire or are broken. `decided`: the ballots that ended because it left.
 * `withdrawn`: it was no member, and no longer waits to be admitted.
 */
export const retireOutput = onDemand(() =>
  z.object({
    agent: z.string(),
    withdrawn: z.boolean(),
    released: tasks(),
    again: z.boolean(),
    locks: z.array(lockView()),
    decided: z.array(decidedOutput()),
    releasedLocks: releasedLocks(),
  }),
);
export const assignOutput = onDemand(() =>
  z.object({ task: z.string(), agent: z.string(), previous: z.string().nullable(), again: z.boolean() }),
);
/** Results of earlier tasks. */
const before = onDemand(() => z.array(z.object({ task: z.string(), agent: z.string().nullable(), output: z.unknown().optional() })));
/** The `approach` that the members agreed on: the `proposal` by `agent` won for `task`, which may be a parent of the claimed task. */
const agreed = onDemand(() => z.object({ task: z.string(), proposal: z.string(), agent: z.string(), approach: z.string() }).nullable());
/** A task in progress of another agent that may change the same files. `likelihoods`: of the claimed task, and of that task. */
const overlapOfClaim = onDemand(() => overlapOutput().omit({ tasks: true }).extend({ task: z.string(), agent: z.string() }));
/**
 * `reason`: why this task, or why none. `before`: under pipeline, earlier results. `agreed`: under consensus, the approach. `overlaps`:
 * the likeliest five; `null` if they are not known, because there is no graph.
 */
export const claimOutput = onDemand(() =>
  z.object({
    task: taskTreeSchema.nullable(),
    code: claimCodeSchema,
    reason: z.string(),
    before: before(),
    agreed: agreed(),
    overlaps: z.array(overlapOfClaim()).nullable(),
  }),
);
export const startOutput = onDemand(() => z.object({ task: taskTreeSchema, before: before(), agreed: agreed(), again: z.boolean() }));
const taskStatus = () => taskNodeSchema().shape.status;
/** State of the swarm afterwards; `merging`: all tasks have ended, and the results wait for a decision, as `waitsFor` says. */
const swarmOverview = onDemand(() =>
  z.object({
    status: z.enum(['running', 'merging', 'finished', 'failed', 'aborted']),
    progress: progressOutput(),
    waitsFor: z.enum(['answers', 'votes', 'coordinator', 'person']).nullable(),
  }),
);
/** `locks`: those that the agent still holds. `lapsed`: those that expired or were broken during this work. */
const ended = onDemand(() => ({
  task: z.string(),
  taskStatus: taskStatus(),
  again: z.boolean(),
  locks: z.array(lockView()),
  lapsed: z.array(lapsedView()),
  swarm: swarmOverview(),
  releasedLocks: releasedLocks(),
}));
/** `taskStatus`: active while it waits for other candidates or a merge. `ready`: tasks that waited for it and can begin now. */
export const completeOutput = onDemand(() => z.object({ ...ended(), ready: tasks() }));
/** `skipped`: tasks that waited for it and will not be done. */
export const failOutput = onDemand(() => z.object({ ...ended(), skipped: tasks() }));
export const usageOutput = onDemand(() => z.object({ agent: z.string(), task: z.string().nullable() }));
/** `released`: tasks that the agent lost because it was silent. `lapsed`: locks that it lost since its last activity. */
export const heartbeatOutput = onDemand(() => z.object({ agent: z.string(), released: tasks(), lapsed: z.array(lapsedView()) }));
export type CreateInput = Checked<typeof createInput>;
export type CreateOutput = Checked<typeof createOutput>;
export type RecruitInput = Checked<typeof recruitInput>;
export type RecruitOutput = Checked<typeof recruitOutput>;
export type AdmitInput = Checked<typeof admitInput>;
export type AdmitOutput = Checked<typeof admitOutput>;
export type RetireInput = Checked<typeof retireInput>;
export type RetireOutput = Checked<typeof retireOutput>;
export type AssignInput = Checked<typeof assignInput>;
export type AssignOutput = Checked<typeof assignOutput>;
export type ClaimInput = Checked<typeof claimInput>;
export type StartInput = Checked<typeof startInput>;
export type CompleteInput = Checked<typeof completeInput>;
export type CompleteOutput = Checked<typeof completeOutput>;
export type FailInput = Checked<typeof failInput>;
export type FailOutput = Checked<typeof failOutput>;
export type UsageInput = Checked<typeof usageInput>;
export type StatusInput = Checked<typeof statusInput>;
export type UsageOutput = Checked<typeof usageOutput>;
export type HeartbeatInput = Checked<typeof heartbeatInput>;
export type HeartbeatOutput = Checked<typeof heartbeatOutput>;
export interface ClaimOutput {
  readonly task: TaskNode | null;
  readonly code: z.infer<typeof claimCodeSchema>;
  readonly reason: string;
  readonly before: Checked<typeof before>;
  readonly agreed: Checked<typeof agreed>;
  readonly overlaps: Checked<typeof overlapOfClaim>[] | null;
}
export interface StartOutput {
  readonly task: TaskNode;
  readonly before: Checked<typeof before>;
  readonly agreed: Checked<typeof agreed>;
  readonly again: boolean;
}
