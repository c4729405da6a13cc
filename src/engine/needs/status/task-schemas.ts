import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

export const taskInput = onDemand(() => z.object({ task: z.string().min(1).describe('the id of the task').meta({ positional: true }) }));

const status = () => z.enum(['pending', 'active', 'done', 'failed', 'skipped']);
const other = onDemand(() => z.object({ id: z.string(), status: status(), agent: z.string().nullable(), description: z.string() }));

/** A step from a task to what blocks it. `says`: its state, as text. */
const link = onDemand(() => z.object({ kind: z.enum(['task', 'agent', 'lock', 'swarm', 'decision']), name: z.string(), says: z.string() }));

/**
 * A task with its surroundings. `waits`: the path from the task to what blocks it, the cause last; empty when nothing does. `next`: the
 * command that resolves it. `output`: its result, as submitted. `locks`: those of the agent that works on it; times are milliseconds since
 * 1970 UTC.
 */
export const taskOutput = onDemand(() =>
  z.object({
    id: z.string(),
    description: z.string(),
    status: status(),
    priority: z.number(),
    agent: z.string().nullable(),
    /** State of the agent, as text. */
    agentState: z.string().nullable(),
    parent: z.string().nullable(),
    parts: z.array(other()),
    dependencies: z.array(other()),
    dependents: z.array(other()),
    waits: z.array(link()),
    next: z.string().nullable(),
    estimatedTokens: z.number(),
    actualTokens: z.number().nullable(),
    locks: z.array(z.object({ path: z.string(), type: z.enum(['exclusive', 'shared']), expiresAt: z.int() })),
    output: z.unknown(),
  }),
);

export type TaskInput = Checked<typeof taskInput>;
export type TaskOutput = Checked<typeof taskOutput>;
export type WaitLink = Checked<typeof link>;
