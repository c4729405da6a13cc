import { defineOperation, type Operation } from '../../platform/operation.ts';
import {
  abortInput,
  abortOutput,
  budgetInput,
  budgetOutput,
  decomposeInput,
  decomposeOutput,
  pauseInput,
  pauseOutput,
  resumeInput,
  resumeOutput,
  retryInput,
  retryOutput,
} from '../schemas/control.ts';

const useCases = () => import('../use-cases/control.ts');
const contexts = () => import('../use-cases/context.ts');

/** Operations that steer a running swarm (docs/decisions/0006-strategies-votes-merges.md). */
export const controlOperations: readonly Operation[] = [
  defineOperation({
    name: 'swarm pause',
    description: 'Pause the swarm: no more tasks are assigned; tasks in progress continue',
    effect: 'write',
    input: pauseInput,
    output: pauseOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).pauseSwarm),
  }),
  defineOperation({
    name: 'swarm resume',
    description: 'Resume a paused swarm',
    effect: 'write',
    input: resumeInput,
    output: resumeOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).resumeSwarm),
  }),
  defineOperation({
    name: 'swarm abort',
    description: 'Abort a swarm; unfinished tasks are skipped',
    effect: 'write',
    input: abortInput,
    output: abortOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).abortSwarm),
  }),
  defineOperation({
    name: 'swarm budget',
    description: 'Show the budget of a swarm, or change it',
    effect: 'write',
    input: budgetInput,
    output: budgetOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).setBudget),
  }),
  defineOperation({
    name: 'swarm retry',
    description: 'Retry a failed task, and the tasks that were skipped because of it',
    effect: 'write',
    input: retryInput,
    output: retryOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).retryTask),
  }),
  defineOperation({
    name: 'swarm decompose',
    description: 'Split a task into subtasks',
    effect: 'write',
    input: decomposeInput,
    output: decomposeOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).splitTask),
  }),
];
