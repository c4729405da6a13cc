import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import { taskSchema, teamOption } from './common.ts';

const teamInput = onDemand(() => z.object({ ...teamOption }));
const housekeepingInput = onDemand(() =>
  z.object({ dryRun: z.boolean().default(false).describe('only show what would be removed'), ...teamOption }),
);

const queueTask = onDemand(() => taskSchema().omit({ project: true }));

/** Times are milliseconds since 1970 UTC. */
export const statusOutput = onDemand(() =>
  z.object({
    directory: z.string(),
    agents: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        state: z.enum(['active', 'idle', 'down', 'inactive', 'new']),
        lastHeartbeat: z.number().nullable(),
        /** `YYYY-MM-DD` where the heartbeat is a day without a time. */
        lastHeartbeatDay: z.string().nullable(),
        active: z.array(taskSchema()),
      }),
    ),
    projects: z.array(z.object({ slug: z.string(), status: z.string(), tasks: z.array(queueTask()) })),
    problems: z.array(z.object({ file: z.string(), line: z.int(), message: z.string() })),
  }),
);
/** Markdown. */
export const pageOutput = onDemand(() => z.object({ markdown: z.string() }));
/** `committed`: null outside of a git work tree. */
export const housekeepingOutput = onDemand(() =>
  z.object({
    written: z.boolean(),
    committed: z.boolean().nullable(),
    removed: z.array(z.object({ file: z.string(), kind: z.enum(['task', 'session']), id: z.string(), text: z.string() })),
  }),
);

export type TeamInput = Checked<typeof teamInput>;
export type StatusOutput = Checked<typeof statusOutput>;
export type PageOutput = Checked<typeof pageOutput>;
export type HousekeepingInput = Checked<typeof housekeepingInput>;
export type HousekeepingOutput = Checked<typeof housekeepingOutput>;

const daily = () => import('../use-cases/daily.ts');

/** Seed 5, "Coordinator (Chief of Staff)", "Housekeeping". */
export const teamDailyOperations: readonly Operation[] = [
  defineOperation({
    name: 'team status',
    description: 'How every agent is doing, and what is in the work queues',
    effect: 'read',
    input: teamInput,
    output: statusOutput,
    load: async () => (await daily()).status,
  }),
  defineOperation({
    name: 'team briefing',
    description: 'The page of the morning: who is active, what is in progress, blocked, done today, and next',
    effect: 'read',
    input: teamInput,
    output: pageOutput,
    load: async () => (await daily()).briefingPage,
  }),
  defineOperation({
    name: 'team review',
    description: 'The page of the evening: what got done, what is blocked, what is next',
    effect: 'read',
    input: teamInput,
    output: pageOutput,
    load: async () => (await daily()).reviewPage,
  }),
  defineOperation({
    name: 'team housekeeping',
    description: 'Remove tasks that were done over 7 days ago and old session entries, and commit that',
    effect: 'write',
    input: housekeepingInput,
    output: housekeepingOutput,
    load: async () => (await daily()).housekeeping,
  }),
];
