import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { agentOption, projectArgument, scopedTask, taskArgument, teamOption } from './common.ts';

export const dispatchInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    title: z.string().describe('title of the task, in one line'),
    scope: z.string().default('').describe('description of the task; - reads standard input'),
    by: z.string().optional().describe('who dispatches it; not a worker agent (default: you)'),
    needsApproval: z.boolean().default(false).describe('require the approval of a person before the task can be claimed'),
    ...teamOption,
  }),
);
export const readyInput = onDemand(() => z.object({ ...agentOption, ...teamOption }));
export const claimInput = onDemand(() =>
  z.object({ project: projectArgument(), task: taskArgument().optional(), ...agentOption, ...teamOption }),
);
export const doneInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    ...agentOption,
    summary: z.string().describe('what was done; - reads standard input'),
    ...teamOption,
  }),
);
export const taskInput = onDemand(() => z.object({ project: projectArgument(), task: taskArgument(), ...teamOption }));
export const reassignInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    to: z.string().describe('slug of the agent that continues the task'),
    ...teamOption,
  }),
);
export const approveInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    by: z.string().describe('who approves it: person:<name>'),
    ...teamOption,
  }),
);
export const blockInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    reason: z
      .string()
      .refine((reason) => reason.trim() !== '', 'must not be empty')
      .describe('why it is blocked'),
    ...teamOption,
  }),
);

/** `inHand`: the agent's tasks in progress. `capabilities`: capabilities of the agent that the task mentions. */
export const readyOutput = onDemand(() =>
  z.object({
    inHand: z.array(scopedTask()),
    tasks: z.array(scopedTask().extend({ capabilities: z.array(z.string()) })),
  }),
);

export type DispatchInput = Checked<typeof dispatchInput>;
export type ReadyInput = Checked<typeof readyInput>;
export type ReadyOutput = Checked<typeof readyOutput>;
export type ClaimInput = Checked<typeof claimInput>;
export type DoneInput = Checked<typeof doneInput>;
export type TaskInput = Checked<typeof taskInput>;
export type ReassignInput = Checked<typeof reassignInput>;
export type ApproveInput = Checked<typeof approveInput>;
export type BlockInput = Checked<typeof blockInput>;
