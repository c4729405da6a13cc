import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** Option of all team operations. */
export const teamOption = {
  team: z.string().optional().describe('the team directory (default: team_dir of ~/.cortex/config.yaml, else ~/cortex-team)'),
};

export const agentOption = { agent: z.string().describe('slug of the agent') };

export const projectArgument = onDemand(() => z.string().describe('the slug of the project').meta({ positional: true }));
export const taskArgument = onDemand(() =>
  z.string().describe('the task: its id (the time in its heading), or its title').meta({ positional: true }),
);

/** A task of a work queue. `file` is relative to the team directory, `line` is 1-based. */
export const taskSchema = onDemand(() =>
  z.object({
    project: z.string(),
    id: z.string(),
    title: z.string(),
    status: z.string().nullable(),
    agent: z.string().nullable(),
    /** Why it is blocked; null if it is not. */
    blocked: z.string().nullable(),
    /** Whether a person must approve it before it can be claimed. */
    needsApproval: z.boolean(),
    file: z.string(),
    line: z.int(),
  }),
);
export type TaskView = Checked<typeof taskSchema>;

/** A task with its scope, which is null if missing. */
export const scopedTask = onDemand(() => taskSchema().extend({ scope: z.string().nullable() }));
export const taskOutput = onDemand(() => z.object({ task: scopedTask() }));
export type TaskOutput = Checked<typeof taskOutput>;
