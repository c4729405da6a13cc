import { defineOperation, type Operation } from '../../platform/operation.ts';
import { taskOutput } from '../schemas/common.ts';
import { teamPauseInput, teamPauseOutput } from '../schemas/pause.ts';
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
const pauses = () => import('../use-cases/pause.ts');

/** Operations on tasks: seed 5, "Work Queue Format", "Agent Roles"; rulings, team 2, 3 and 6. */
export const teamTaskOperations: readonly Operation[] = [
  defineOperation({
    name: 'team dispatch',
    description: 'Add a task to the work queue of a project',
    effect: 'write',
    input: dispatchInput,
    output: taskOutput,
    load: async () => (await tasks()).dispatch,
  }),
  defineOperation({
    name: 'team ready',
    description: 'List the tasks that an agent can claim, and its tasks in progress',
    effect: 'read',
    input: readyInput,
    output: readyOutput,
    load: async () => (await tasks()).ready,
  }),
  defineOperation({
    name: 'team claim',
    description: 'Claim a ready task (default: the first one available to the agent)',
    effect: 'write',
    input: claimInput,
    output: taskOutput,
    load: async () => (await tasks()).claim,
  }),
  defineOperation({
    name: 'team done',
    description: 'Complete a task, with a summary',
    effect: 'write',
    input: doneInput,
    output: taskOutput,
    load: async () => (await tasks()).done,
  }),
  defineOperation({
    name: 'team reopen',
    description: 'Reopen a task',
    effect: 'write',
    input: taskInput,
    output: taskOutput,
    load: async () => (await tasks()).reopen,
  }),
  defineOperation({
    name: 'team reassign',
    description: 'Reassign a task in progress to another agent',
    effect: 'write',
    input: reassignInput,
    output: taskOutput,
    load: async () => (await tasks()).reassign,
  }),
  defineOperation({
    name: 'team approve',
    description: 'Approve a task that was dispatched with --needs-approval (only a person may)',
    effect: 'write',
    input: approveInput,
    output: taskOutput,
    load: async () => (await tasks()).approve,
  }),
  defineOperation({
    name: 'team block',
    description: 'Block a task: no agent can claim it',
    effect: 'write',
    input: blockInput,
    output: taskOutput,
    load: async () => (await tasks()).block,
  }),
  defineOperation({
    name: 'team unblock',
    description: 'Unblock a task',
    effect: 'write',
    input: taskInput,
    output: taskOutput,
    load: async () => (await tasks()).unblock,
  }),
  defineOperation({
    name: 'team pause',
    description: 'Pause the team: blocks all ready tasks; tasks in progress continue',
    effect: 'write',
    input: teamPauseInput,
    output: teamPauseOutput,
    load: async () => (await pauses()).pause,
  }),
  defineOperation({
    name: 'team resume',
    description: 'Resume a paused team: unblocks the tasks that the pause blocked',
    effect: 'write',
    input: teamPauseInput,
    output: teamPauseOutput,
    load: async () => (await pauses()).resume,
  }),
];
