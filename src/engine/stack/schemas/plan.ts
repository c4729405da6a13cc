import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

export const task = () =>
  z.string().min(1).describe('task: its number in the plan, its id, or its title').meta({ positional: true, numbered: true });

export const noInput = onDemand(() => z.object({}));
export const addInput = onDemand(() =>
  z.object({
    title: z.array(z.string()).min(1).describe('title of the task, in one line').meta({ positional: true }),
    id: z.string().min(1).optional().describe('id by which other tasks can depend on it'),
    depends: z.array(z.string()).default([]).describe('comma-separated ids of tasks that it depends on; may be repeated'),
    parent: z.string().min(1).optional().describe('parent task'),
    priority: z.int().min(0, 'at least 0').max(999, 'at most 999').optional().describe('priority; 1 comes before 2'),
  }),
);
export const taskInput = onDemand(() => z.object({ task: task() }));
export const blockInput = onDemand(() =>
  z.object({
    task: task(),
    why: z.array(z.string()).default([]).describe('reason for the block, in one line').meta({ positional: true }),
  }),
);
export const moveInput = onDemand(() =>
  z.object({
    task: task(),
    before: z.string().min(1).optional().describe('task to place it before').meta({ choice: true }),
    after: z.string().min(1).optional().describe('task to place it after').meta({ choice: true }),
    into: z.string().min(1).optional().describe('new parent task').meta({ choice: true }),
  }),
);
export const graphInput = onDemand(() =>
  z.object({
    mermaid: z.boolean().default(false).describe('print a Mermaid diagram'),
    dot: z.boolean().default(false).describe('print Graphviz DOT'),
  }),
);

const status = () => z.enum(['pending', 'in progress', 'completed', 'blocked', 'closed', 'unknown']);
/** A task as named in an answer. */
const brief = onDemand(() => z.object({ number: z.int(), id: z.string().nullable(), title: z.string(), status: status(), line: z.int() }));
/** A task of PLAN.md. `number`: its position among the tasks. `box`: the character in its box. `parent`: number of its parent task. */
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
export const tasks = onDemand(() => z.array(planTask()));
/** `stack`: owner of the plan. `file`: its PLAN.md, absolute. `hasConflicts`: merge conflicts hide further tasks. */
export const plan = onDemand(() => z.object({ stack: z.string(), file: z.string(), hasConflicts: z.boolean() }));

export const planOutput = onDemand(() => plan().extend({ tasks: tasks() }));
/** Most urgent first. `counts`: of all tasks, by status. */
export const readyOutput = onDemand(() => planOutput().extend({ counts: z.record(status(), z.int()) }));
const obstacle = onDemand(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('marked'), why: z.string() }),
    z.object({ kind: z.literal('waits'), for: z.array(brief()) }),
    z.object({ kind: z.literal('unknown'), ids: z.array(z.string()) }),
    z.object({ kind: z.literal('conflict'), tasks: z.array(z.object({ id: z.string(), line: z.int() })) }),
    z.object({ kind: z.literal('above'), count: z.int() }),
    z.object({ kind: z.literal('cycle'), tasks: z.array(brief()), more: z.int() }),
  ]),
);
/**
 * `obstacles`: `marked` as blocked in the plan, `waits` for tasks that are not done, depends on `unknown` ids, depends on tasks in a merge
 * `conflict`, is part of a `cycle`. Only the nearest reasons are listed: `above` counts further ones of its parents, and `more` further
 * tasks of the cycle.
 */
export const blockedOutput = onDemand(() => plan().extend({ tasks: z.array(planTask().extend({ obstacles: z.array(obstacle()) })) }));
/** `edges`: numbers of tasks; `to` is a part of `from`, or depends on it. `unknown`: ids that no task has, not even in a merge conflict. */
export const graphOutput = onDemand(() =>
  planOutput().extend({
    edges: z.array(z.object({ from: z.int(), to: z.int(), kind: z.enum(['part', 'depends']) })),
    cycles: z.array(z.array(brief())),
    unknown: z.array(z.object({ task: z.int(), id: z.string() })),
  }),
);
/** `changed` is false when nothing had to change. `ready`: tasks that the change made ready. */
export const changedTaskOutput = onDemand(() => plan().extend({ task: planTask(), changed: z.boolean(), ready: z.array(brief()) }));
/** `started` is false when another agent started the task, or it is not pending. */
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
