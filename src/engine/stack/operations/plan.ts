import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import { STACK_COMMANDS } from './common.ts';

const task = () => z.string().min(1).describe('the task: its number in the plan, its id, or its title').meta({ positional: true });

const noInput = onDemand(() => z.object({}));
const addInput = onDemand(() =>
  z.object({
    title: z.array(z.string()).min(1).describe('what is to be done, in one line').meta({ positional: true }),
    id: z.string().min(1).optional().describe('a short name of its own, by which other tasks can wait for it'),
    depends: z.array(z.string()).default([]).describe('ids of tasks that must be done before, divided by commas; may be repeated'),
    parent: z.string().min(1).optional().describe('the task that it is a part of'),
    priority: z.int().min(0, 'at least 0').max(999, 'at most 999').optional().describe('how urgent it is: 1 comes before 2'),
  }),
);
const taskInput = onDemand(() => z.object({ task: task() }));
const blockInput = onDemand(() =>
  z.object({
    task: task(),
    why: z.array(z.string()).default([]).describe('what it waits for, in one line').meta({ positional: true }),
  }),
);
const moveInput = onDemand(() =>
  z.object({
    task: task(),
    before: z.string().min(1).optional().describe('the task that it is to stand before'),
    after: z.string().min(1).optional().describe('the task that it is to stand behind'),
    into: z.string().min(1).optional().describe('the task that it is to be a part of'),
  }),
);
const graphInput = onDemand(() =>
  z.object({
    mermaid: z.boolean().default(false).describe('print it as a Mermaid diagram'),
    dot: z.boolean().default(false).describe('print it for Graphviz'),
  }),
);

const status = () => z.enum(['pending', 'in progress', 'completed', 'blocked', 'closed', 'unknown']);
/** A task that is named. */
const brief = onDemand(() => z.object({ number: z.int(), id: z.string().nullable(), title: z.string(), status: status(), line: z.int() }));
/** A task of PLAN.md. `number`: its place among the tasks. `box`: what stands in it. `parent`: the number of the task that it is a part of. */
const planTask = onDemand(() =>
  brief().extend({
    box: z.string(),
    priority: z.int().nullable(),
    labels: z.array(z.string()),
    depends: z.array(z.string()),
    parent: z.int().nullable(),
    section: z.string(),
    notes: z.record(z.string(), z.string()),
  }),
);
const tasks = onDemand(() => z.array(planTask()));
/** `stack`: whose plan it is. `file`: its PLAN.md, absolute. */
const plan = onDemand(() => z.object({ stack: z.string(), file: z.string() }));

export const planOutput = onDemand(() => plan().extend({ tasks: tasks() }));
/** The most urgent first. `counts`: of all tasks, by status. */
export const readyOutput = onDemand(() => planOutput().extend({ counts: z.record(status(), z.int()) }));
const obstacle = onDemand(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('marked'), why: z.string() }),
    z.object({ kind: z.literal('waits'), for: z.array(brief()) }),
    z.object({ kind: z.literal('unknown'), ids: z.array(z.string()) }),
    z.object({ kind: z.literal('above'), count: z.int() }),
    z.object({ kind: z.literal('circle'), tasks: z.array(brief()), more: z.int() }),
  ]),
);
/**
 * `obstacles`: `marked` in the plan itself, `waits` for tasks that are not done, depends on `unknown` ids, stands in a `circle`. The nearest
 * reasons are named; `above` says how many more the tasks above it have, and `more` how many others are in the circle.
 */
export const blockedOutput = onDemand(() => plan().extend({ tasks: z.array(planTask().extend({ obstacles: z.array(obstacle()) })) }));
/** `edges`: numbers of tasks; `to` is a part of `from`, or depends on it. `unknown`: ids that no task has. */
export const graphOutput = onDemand(() =>
  planOutput().extend({
    edges: z.array(z.object({ from: z.int(), to: z.int(), kind: z.enum(['part', 'depends']) })),
    circles: z.array(z.array(brief())),
    unknown: z.array(z.object({ task: z.int(), id: z.string() })),
  }),
);
/** `changed` false: it was so already. `ready`: what can be begun now and could not before. */
export const changedTaskOutput = onDemand(() => plan().extend({ task: planTask(), changed: z.boolean(), ready: z.array(brief()) }));
/** `started` false: it was begun by somebody else, or is not pending. */
export const startedTaskOutput = onDemand(() => plan().extend({ task: planTask(), started: z.boolean() }));

export type PlanOutput = Checked<typeof planOutput>;
export type AddTaskInput = Checked<typeof addInput>;
export type TaskInput = Checked<typeof taskInput>;
export type BlockInput = Checked<typeof blockInput>;
export type MoveInput = Checked<typeof moveInput>;
export type ReadyOutput = Checked<typeof readyOutput>;
export type BlockedOutput = Checked<typeof blockedOutput>;
export type GraphOutput = Checked<typeof graphOutput>;
export type ChangedTaskOutput = Checked<typeof changedTaskOutput>;
export type StartedTaskOutput = Checked<typeof startedTaskOutput>;

const useCases = () => import('../use-cases/plan.ts');
const graphs = () => import('../use-cases/plan-graph.ts');

/** Seed 3, "PLAN.md"; rulings, stack 3; decision 0013, "Plans". */
export const planOperations: readonly Operation[] = [
  defineOperation({
    name: 'plan list',
    description: 'Show the tasks of PLAN.md with their numbers',
    effect: 'read',
    input: noInput,
    output: planOutput,
    load: async () => (await useCases()).listTasks,
  }),
  defineOperation({
    name: 'plan add',
    description: 'Add a task to the plan',
    effect: 'write',
    input: addInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).addTask,
  }),
  defineOperation({
    name: 'plan start',
    description: 'Begin a task: it is yours then, and nobody else can begin it',
    effect: 'write',
    input: taskInput,
    output: startedTaskOutput,
    load: async () => (await useCases()).startTask,
  }),
  defineOperation({
    name: 'plan done',
    description: 'Say that a task is done; shows what can be begun now',
    effect: 'write',
    input: taskInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).completeTask,
  }),
  defineOperation({
    name: 'plan block',
    description: 'Say that a task cannot go on, and why',
    effect: 'write',
    input: blockInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).blockTask,
  }),
  defineOperation({
    name: 'plan unblock',
    description: 'Say that a blocked task can go on: it is pending again',
    effect: 'write',
    input: taskInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).unblockTask,
  }),
  defineOperation({
    name: 'plan move',
    description: 'Move a task, with its parts, before or after another one, or into it',
    effect: 'write',
    input: moveInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).moveTask,
  }),
  defineOperation({
    name: 'ready',
    description: STACK_COMMANDS.ready,
    effect: 'read',
    input: noInput,
    output: readyOutput,
    load: async () => (await graphs()).readyTasks,
  }),
  defineOperation({
    name: 'blocked',
    description: STACK_COMMANDS.blocked,
    effect: 'read',
    input: noInput,
    output: blockedOutput,
    load: async () => (await graphs()).blockedTasks,
  }),
  defineOperation({
    name: 'graph',
    description: STACK_COMMANDS.graph,
    effect: 'read',
    input: graphInput,
    output: graphOutput,
    load: async () => (await graphs()).taskGraph,
  }),
  defineOperation({
    name: 'critical-path',
    description: STACK_COMMANDS['critical-path'],
    effect: 'read',
    input: noInput,
    output: planOutput,
    load: async () => (await graphs()).criticalPath,
  }),
];
