import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { agentOption, projectArgument, scopedTask, taskArgument, teamOption } from './common.ts';

export const dispatchInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    title: z.string().describe('what is to be done, in a line'),
    scope: z.string().default('').describe('what belongs to it; - reads it from standard input'),
    by: z.string().optional().describe('who dispatches it; workers do not (default: the person who types)'),
    needsApproval: z.boolean().default(false).describe('nobody claims it before a person has approved it'),
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
    summary: z.string().describe('what was done; - reads it from standard input'),
    ...teamOption,
  }),
);
export const taskInput = onDemand(() => z.object({ project: projectArgument(), task: taskArgument(), ...teamOption }));
export const reassignInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    to: z.string().describe('the slug of the agent who goes on with it'),
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
    reason: z.string().default('').describe('why it cannot go on; empty: it can again'),
    ...teamOption,
  }),
);

/** `inHand`: what the agent has in progress; `capabilities`: those of the agent that the task speaks of. */
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
