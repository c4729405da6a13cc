import { defineOperation, type Operation } from '../../platform/operation.ts';
import {
  admitInput,
  admitOutput,
  assignInput,
  assignOutput,
  claimInput,
  claimOutput,
  completeInput,
  completeOutput,
  createInput,
  createOutput,
  failInput,
  failOutput,
  heartbeatInput,
  heartbeatOutput,
  recruitInput,
  recruitOutput,
  retireInput,
  retireOutput,
  startInput,
  startOutput,
  statusInput,
  usageInput,
  usageOutput,
} from '../schemas/swarm.ts';
import { statusOutput } from '../schemas/swarm-state.ts';

const useCases = () => import('../use-cases/swarm.ts');
const contexts = () => import('../use-cases/context.ts');

/** Operations on members and the state of the swarm: seed 1, "SwarmManifest", "SwarmAgent", "SwarmBudget". */
const memberOperations: readonly Operation[] = [
  defineOperation({
    name: 'swarm create',
    description: 'Create a swarm: a goal, split into tasks for many agents',
    effect: 'write',
    input: createInput,
    output: createOutput,
    load: async () => (await contexts()).writingOperation((await import('../use-cases/create-swarm.ts')).createSwarm),
  }),
  defineOperation({
    name: 'swarm status',
    description: 'Show the tasks, agents, locks and budget',
    effect: 'read',
    input: statusInput,
    output: statusOutput,
    load: async () => (await contexts()).readingOperation((await useCases()).showStatus),
  }),
  defineOperation({
    name: 'swarm recruit',
    description: 'Recruit an agent into the swarm',
    effect: 'write',
    input: recruitInput,
    output: recruitOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).recruitAgent),
  }),
  defineOperation({
    name: 'swarm admit',
    description: 'Admit an agent that waits to join, or refuse it',
    effect: 'write',
    input: admitInput,
    output: admitOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).admitAgent),
  }),
  defineOperation({
    name: 'swarm retire',
    description: 'Retire an agent; its tasks are pending again',
    effect: 'write',
    input: retireInput,
    output: retireOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).retireAgent),
  }),
  defineOperation({
    name: 'swarm usage',
    description: 'Report the tokens and the cost that an agent has used',
    effect: 'write',
    input: usageInput,
    output: usageOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).reportUsage),
  }),
  defineOperation({
    name: 'swarm heartbeat',
    description: 'Send a heartbeat of an agent that runs no other command',
    effect: 'write',
    input: heartbeatInput,
    output: heartbeatOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).recordHeartbeat),
  }),
];

/** Operations on tasks: seed 1, "TaskNode"; RULINGS, crtx 7. */
const taskOperations: readonly Operation[] = [
  defineOperation({
    name: 'swarm assign',
    description: 'Assign a task to an agent',
    effect: 'write',
    input: assignInput,
    output: assignOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).assignTask),
  }),
  defineOperation({
    name: 'swarm claim',
    description: 'Claim the next task',
    effect: 'write',
    input: claimInput,
    output: claimOutput,
    load: async () => (await contexts()).writingOperation((await import('../use-cases/claim.ts')).claimTask),
  }),
  defineOperation({
    name: 'swarm start',
    description: 'Start a task that is assigned to the agent',
    effect: 'write',
    input: startInput,
    output: startOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).startTask),
  }),
  defineOperation({
    name: 'swarm complete',
    description: 'Complete a task',
    effect: 'write',
    input: completeInput,
    output: completeOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).completeTask),
  }),
  defineOperation({
    name: 'swarm fail',
    description: 'Fail a task; its dependents are skipped',
    effect: 'write',
    input: failInput,
    output: failOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).failTask),
  }),
];

export const swarmOperations: readonly Operation[] = [...memberOperations, ...taskOperations];
