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

/** Seed 5, "Agent Notes", "Agent Roles", "Configuration", "Implementing Cortex". */
export const teamAgentOperations: readonly Operation[] = [
  defineOperation({
    name: 'team setup',
    description: 'Make a team directory: its folders and templates',
    effect: 'write',
    input: setupInput,
    output: setupOutput,
    load: async () => (await members()).setup,
  }),
  defineOperation({
    name: 'team register',
    description: 'Write the note of a new agent, and of projects that are not there yet',
    effect: 'write',
    input: registerInput,
    output: registerOutput,
    load: async () => (await members()).register,
  }),
  defineOperation({
    name: 'team projects',
    description: 'List the projects of all agents, or change those of one',
    effect: 'write',
    input: projectsInput,
    output: projectsOutput,
    load: async () => (await members()).projects,
  }),
  defineOperation({
    name: 'team join',
    description: 'Put the protocol into the instructions that an agent reads in its working directory',
    effect: 'write',
    input: joinInput,
    output: joinOutput,
    load: async () => (await joining()).join,
  }),
  defineOperation({
    name: 'team leave',
    description: 'Take the protocol out of the instructions in a working directory',
    effect: 'write',
    input: leaveInput,
    output: joinOutput,
    load: async () => (await joining()).leave,
  }),
  defineOperation({
    name: 'team heartbeat',
    description: 'Say that an agent has just looked for work',
    effect: 'write',
    input: heartbeatInput,
    output: heartbeatOutput,
    load: async () => (await members()).heartbeat,
  }),
  defineOperation({
    name: 'team report',
    description: "Write an entry of an agent's session log",
    effect: 'write',
    input: reportInput,
    output: reportOutput,
    load: async () => (await members()).report,
  }),
  defineOperation({
    name: 'team flag',
    description: "Say in an agent's session log that a task is not for it",
    effect: 'write',
    input: flagInput,
    output: reportOutput,
    load: async () => (await members()).flag,
  }),
  defineOperation({
    name: 'team config',
    description: 'How the team works, and where that is said',
    effect: 'read',
    input: configInput,
    output: configOutput,
    load: async () => (await members()).config,
  }),
];
