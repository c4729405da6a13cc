import { defineOperation, type Operation } from '../../platform/operation.ts';
import { STACK_COMMANDS } from '../schemas/common.ts';
import {
  addInput,
  blockedOutput,
  blockInput,
  changedTaskOutput,
  graphInput,
  graphOutput,
  moveInput,
  noInput,
  planOutput,
  readyOutput,
  startedTaskOutput,
  taskInput,
} from '../schemas/plan.ts';

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
    description: 'Start a task, so that no other agent can start it',
    effect: 'write',
    input: taskInput,
    output: startedTaskOutput,
    load: async () => (await useCases()).startTask,
  }),
  defineOperation({
    name: 'plan done',
    description: 'Complete a task and list the tasks that are now ready',
    effect: 'write',
    input: taskInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).completeTask,
  }),
  defineOperation({
    name: 'plan block',
    description: 'Block a task',
    effect: 'write',
    input: blockInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).blockTask,
  }),
  defineOperation({
    name: 'plan unblock',
    description: 'Unblock a task and set it to pending',
    effect: 'write',
    input: taskInput,
    output: changedTaskOutput,
    load: async () => (await useCases()).unblockTask,
  }),
  defineOperation({
    name: 'plan move',
    description: 'Move a task and its subtasks before, after or into another task',
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
