import * as z from 'zod';
import { defineOperation, type Operation } from '../../kernel/operation.ts';
import { RUNTIMES } from '../onboarding/runtime-names.ts';
import { agentOption, projectArgument, taskArgument, teamOption } from './common.ts';

const setupInput = z.object({ ...teamOption });
const registerInput = z.object({
  name: z.string().describe('its display name').meta({ positional: true }),
  slug: z.string().optional().describe('the name of its file (default: from its name)'),
  role: z.string().default('').describe('what it does, in a line'),
  project: z
    .array(z.string())
    .default([])
    .describe('the slug of a project that it works on; one that is not there is made; may be repeated'),
  capability: z.array(z.string()).default([]).describe('what it can do; may be repeated'),
  directory: z.string().default('').describe('its working directory; below ~ it stays as it is typed'),
  ...teamOption,
});
const projectsInput = z.object({
  agent: z.string().describe('the slug of an agent').meta({ positional: true }),
  add: z.array(z.string()).default([]).describe('the slug of a project that it gets; one that is not there is made; may be repeated'),
  remove: z.array(z.string()).default([]).describe('the slug of a project that it loses; may be repeated'),
  ...teamOption,
});
const joinInput = z.object({
  directory: z.string().default('.').describe('the working directory of the agent').meta({ positional: true }),
  ...agentOption,
  runtime: z.enum(RUNTIMES).default('generic').describe('what reads its instructions'),
  write: z.boolean().default(false).describe('do it; without this the difference is only shown'),
  ...teamOption,
});
const leaveInput = z.object({
  directory: z.string().default('.').describe('the working directory of the agent').meta({ positional: true }),
  write: z.boolean().default(false).describe('do it; without this the difference is only shown'),
  ...teamOption,
});
const heartbeatInput = z.object({ ...agentOption, ...teamOption });
const reportInput = z.object({
  status: z.string().describe('where things stand; - reads it from standard input').meta({ positional: true }),
  ...agentOption,
  ...teamOption,
});
const flagInput = z.object({
  project: projectArgument,
  task: taskArgument,
  why: z.string().describe('why it is not for this agent').meta({ positional: true }),
  ...agentOption,
  ...teamOption,
});
const configInput = z.object({ ...teamOption });

/** `made`: files and folders below the team directory. */
export const setupOutput = z.object({ directory: z.string(), made: z.array(z.string()) });
export const registerOutput = z.object({ slug: z.string(), file: z.string(), made: z.array(z.string()) });
/** `projects`: those of the agent now; `made`: notes of new projects. */
export const projectsOutput = z.object({ agent: z.string(), projects: z.array(z.string()), made: z.array(z.string()) });
/** `diff` in the unified form, without the file's head. */
export const joinOutput = z.object({ written: z.boolean(), files: z.array(z.object({ path: z.string(), diff: z.string() })) });
/** `time` as it is written in the note: local time of the team's zone. */
export const heartbeatOutput = z.object({ agent: z.string(), time: z.string() });
export const reportOutput = z.object({ agent: z.string(), file: z.string() });
export const configOutput = z.object({
  team_dir: z.string(),
  heartbeat_minutes: z.number(),
  stale_minutes: z.number(),
  daily_briefing: z.string(),
  daily_review: z.string(),
  timezone: z.string(),
  /** The file that was read; null where there is none. */
  file: z.string().nullable(),
});

export type SetupInput = z.infer<typeof setupInput>;
export type SetupOutput = z.infer<typeof setupOutput>;
export type RegisterInput = z.infer<typeof registerInput>;
export type RegisterOutput = z.infer<typeof registerOutput>;
export type ProjectsInput = z.infer<typeof projectsInput>;
export type ProjectsOutput = z.infer<typeof projectsOutput>;
export type JoinInput = z.infer<typeof joinInput>;
export type LeaveInput = z.infer<typeof leaveInput>;
export type JoinOutput = z.infer<typeof joinOutput>;
export type HeartbeatInput = z.infer<typeof heartbeatInput>;
export type HeartbeatOutput = z.infer<typeof heartbeatOutput>;
export type ReportInput = z.infer<typeof reportInput>;
export type FlagInput = z.infer<typeof flagInput>;
export type ReportOutput = z.infer<typeof reportOutput>;
export type ConfigInput = z.infer<typeof configInput>;
export type ConfigOutput = z.infer<typeof configOutput>;

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
    description: 'Give an agent projects, or take some away; says which it has',
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
