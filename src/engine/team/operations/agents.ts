import { defineOperation, type Operation } from '../../platform/operation.ts';
import {
  configInput,
  configOutput,
  flagInput,
  heartbeatInput,
  heartbeatOutput,
  joinInput,
  joinOutput,
  leaveInput,
  projectsInput,
  projectsOutput,
  registerInput,
  registerOutput,
  reportInput,
  reportOutput,
  setupInput,
  setupOutput,
} from '../schemas/agents.ts';

const members = () => import('../use-cases/members.ts');
const joining = () => import('../use-cases/joining.ts');

/** Operations on agents: seed 5, "Agent Notes", "Agent Roles", "Configuration", "Implementing Cortex". */
export const teamAgentOperations: readonly Operation[] = [
  defineOperation({
    name: 'team setup',
    description: 'Create a team directory with its folders and templates',
    effect: 'write',
    input: setupInput,
    output: setupOutput,
    load: async () => (await members()).setup,
  }),
  defineOperation({
    name: 'team register',
    description: 'Register an agent, and create its projects if needed',
    effect: 'write',
    input: registerInput,
    output: registerOutput,
    load: async () => (await members()).register,
  }),
  defineOperation({
    name: 'team projects',
    description: 'List projects, or change the projects of an agent',
    effect: 'write',
    input: projectsInput,
    output: projectsOutput,
    load: async () => (await members()).projects,
  }),
  defineOperation({
    name: 'team join',
    description: 'Add the team protocol to the agent instructions in a working directory',
    effect: 'write',
    input: joinInput,
    output: joinOutput,
    load: async () => (await joining()).join,
  }),
  defineOperation({
    name: 'team leave',
    description: 'Remove the team protocol from the agent instructions in a working directory',
    effect: 'write',
    input: leaveInput,
    output: joinOutput,
    load: async () => (await joining()).leave,
  }),
  defineOperation({
    name: 'team heartbeat',
    description: 'Send a heartbeat of an agent',
    effect: 'write',
    input: heartbeatInput,
    output: heartbeatOutput,
    load: async () => (await members()).heartbeat,
  }),
  defineOperation({
    name: 'team report',
    description: 'Add an entry to the session log of an agent',
    effect: 'write',
    input: reportInput,
    output: reportOutput,
    load: async () => (await members()).report,
  }),
  defineOperation({
    name: 'team flag',
    description: 'Flag a task as unsuitable for the agent in its session log',
    effect: 'write',
    input: flagInput,
    output: reportOutput,
    load: async () => (await members()).flag,
  }),
  defineOperation({
    name: 'team config',
    description: 'Show the configuration of the team, and where each value comes from',
    effect: 'read',
    input: configInput,
    output: configOutput,
    load: async () => (await members()).config,
  }),
];
