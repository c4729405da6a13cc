import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { progressOutput } from './swarm-state.ts';

export const historyInput = onDemand(() => z.object({}));

const time = () => z.int().nullable();

/** Times are milliseconds since 1970 UTC; `endedAt` is `null` while it runs. */
const pastSwarm = onDemand(() =>
  z.object({
    id: z.string(),
    task: z.string(),
    coordinator: z.string(),
    createdAt: z.int(),
    endedAt: time(),
    state: z.enum(['running', 'paused', 'finished', 'failed', 'aborted']),
    progress: progressOutput(),
    agents: z.int(),
    tokens: z.int(),
    costUsd: z.number(),
  }),
);

/** All swarms of the log, the newest last. */
export const historyOutput = onDemand(() => z.object({ swarms: z.array(pastSwarm()) }));

export const reportInput = onDemand(() =>
  z.object({
    swarm: z.string().optional().describe('the id of a swarm, as listed by "cortex swarm history" (default: the current one)'),
    csv: z.boolean().default(false).describe('print the tasks as comma-separated values (default: Markdown)'),
  }),
);

/**
 * `tasks`: the leaf tasks, each with its last beginning and its end, its tokens, and its result as text. `unresponsive`: of the current swarm
 * only, now.
 */
export const reportOutput = onDemand(() =>
  z.object({
    swarm: pastSwarm(),
    tasks: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        status: z.enum(['pending', 'active', 'done', 'failed', 'skipped']),
        agent: z.string().nullable(),
        startedAt: time(),
        endedAt: time(),
        tokens: z.int().nullable(),
        result: z.string(),
      }),
    ),
    agents: z.array(
      z.object({
        id: z.string(),
        role: z.string(),
        unresponsive: z.boolean(),
        done: z.int(),
        tokens: z.int(),
        costUsd: z.number(),
      }),
    ),
  }),
);

export type PastSwarm = Checked<typeof pastSwarm>;
export type HistoryOutput = Checked<typeof historyOutput>;
export type ReportInput = Checked<typeof reportInput>;
export type ReportOutput = Checked<typeof reportOutput>;
