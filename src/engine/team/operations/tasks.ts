import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import { agentOption, projectArgument, scopedTask, taskArgument, taskOutput, teamOption } from './common.ts';

const dispatchInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    title: z.string().describe('what is to be done, in a line'),
    scope: z.string().default('').describe('what belongs to it; - reads it from standard input'),
    by: z.string().optional().describe('who dispatches it; workers do not (default: the person who types)'),
    needsApproval: z.boolean().default(false).describe('nobody claims it before a person has approved it'),
    ...teamOption,
  }),
);
const readyInput = onDemand(() => z.object({ ...agentOption, ...teamOption }));
const claimInput = onDemand(() => z.object({ project: projectArgument(), task: taskArgument().optional(), ...agentOption, ...teamOption }));
const doneInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    ...agentOption,
    summary: z.string().describe('what was done; - reads it from standard input'),
    ...teamOption,
  }),
);
const taskInput = onDemand(() => z.object({ project: projectArgument(), task: taskArgument(), ...teamOption }));
const reassignInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    to: z.string().describe('the slug of the agent who goes on with it'),
    ...teamOption,
  }),
);
const approveInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    by: z.string().describe('who approves it: person:<name>'),
    ...teamOption,
  }),
);
const blockInput = onDemand(() =>
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

const tasks = () => import('../use-cases/tasks.ts');

/** Seed 5, "Work Queue Format", "Agent Roles"; rulings, team 2, 3 and 6. */
export const teamTaskOperations: readonly Operation[] = [
  defineOperation({
    name: 'team dispatch',
    description: 'Write a ready task into the work queue of a project',
    effect: 'write',
    input: dispatchInput,
    output: taskOutput,
    load: async () => (await tasks()).dispatch,
  }),
  defineOperation({
    name: 'team ready',
    description: 'What an agent may claim, in the order of the queues, and what it has in hand',
    effect: 'read',
    input: readyInput,
    output: readyOutput,
    load: async () => (await tasks()).ready,
  }),
  defineOperation({
    name: 'team claim',
    description: 'Take a ready task; without one the first that the agent may take',
    effect: 'write',
    input: claimInput,
    output: taskOutput,
    load: async () => (await tasks()).claim,
  }),
  defineOperation({
    name: 'team done',
    description: 'Say that a task is done, and what was done',
    effect: 'write',
    input: doneInput,
    output: taskOutput,
    load: async () => (await tasks()).done,
  }),
  defineOperation({
    name: 'team reopen',
    description: 'Put a task back among the ready ones',
    effect: 'write',
    input: taskInput,
    output: taskOutput,
    load: async () => (await tasks()).reopen,
  }),
  defineOperation({
    name: 'team reassign',
    description: 'Give a task in progress to another agent',
    effect: 'write',
    input: reassignInput,
    output: taskOutput,
    load: async () => (await tasks()).reassign,
  }),
  defineOperation({
    name: 'team approve',
    description: 'Approve a task that was dispatched with --needs-approval; only a person does so',
    effect: 'write',
    input: approveInput,
    output: taskOutput,
    load: async () => (await tasks()).approve,
  }),
  defineOperation({
    name: 'team block',
    description: 'Say why a task cannot go on, or that it can again',
    effect: 'write',
    input: blockInput,
    output: taskOutput,
    load: async () => (await tasks()).block,
  }),
];
