import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** What every operation on a team may be told. */
export const teamOption = {
  team: z.string().optional().describe('the team directory (default: team_dir of ~/.cortex/config.yaml, else ~/cortex-team)'),
};

export const agentOption = { agent: z.string().describe('slug of the agent') };

export const projectArgument = onDemand(() => z.string().describe('the slug of the project').meta({ positional: true }));
export const taskArgument = onDemand(() =>
  z.string().describe('the task: its id (the time in its heading), or its title').meta({ positional: true }),
);

/** A task of a work queue; `file` is below the team directory, `line` begins at 1. */
export const taskSchema = onDemand(() =>
  z.object({
    project: z.string(),
    id: z.string(),
    title: z.string(),
    status: z.string().nullable(),
    agent: z.string().nullable(),
    /** Why it cannot go on; null where it can. */
    blocked: z.string().nullable(),
    /** Whether a person must approve it before anybody claims it. */
    needsApproval: z.boolean(),
    file: z.string(),
    line: z.int(),
  }),
);
export type TaskView = Checked<typeof taskSchema>;

/** What a task says of what belongs to it; null where it says nothing. */
export const scopedTask = onDemand(() => taskSchema().extend({ scope: z.string().nullable() }));
export const taskOutput = onDemand(() => z.object({ task: scopedTask() }));
export type TaskOutput = Checked<typeof taskOutput>;
