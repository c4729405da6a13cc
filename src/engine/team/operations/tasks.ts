import { defineOperation, type Operation } from '../../platform/operation.ts';
import { taskOutput } from '../schemas/common.ts';
import {
  approveInput,
  blockInput,
  claimInput,
  dispatchInput,
  doneInput,
  readyInput,
  readyOutput,
  reassignInput,
  taskInput,
} from '../schemas/tasks.ts';

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
