import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { RUNTIMES } from '../onboarding/runtime-names.ts';
import { agentOption, projectArgument, taskArgument, teamOption } from './common.ts';

export const setupInput = onDemand(() => z.object({ ...teamOption }));
export const registerInput = onDemand(() =>
  z.object({
    name: z.string().describe('display name of the agent').meta({ positional: true }),
    slug: z.string().optional().describe('file name of its note (default: from its name)'),
    role: z.string().default('').describe('role of the agent, in one line'),
    project: z.array(z.string()).default([]).describe('slug of a project to work on (created if it does not exist); may be repeated'),
    capability: z.array(z.string()).default([]).describe('a capability of the agent; may be repeated'),
    directory: z.string().default('').describe('working directory of the agent; ~ is kept as typed'),
    ...teamOption,
  }),
);
export const projectsInput = onDemand(() =>
  z.object({
    agent: z.string().optional().describe('the slug of an agent (default: list all agents)').meta({ positional: true }),
    add: z
      .array(z.string())
      .default([])
      .describe('slug of a project to add (created if it does not exist); may be repeated')
      .meta({ choice: true }),
    remove: z.array(z.string()).default([]).describe('slug of a project to remove; may be repeated').meta({ choice: true }),
    ...teamOption,
  }),
);
export const joinInput = onDemand(() =>
  z.object({
    directory: z.string().default('.').describe('the working directory of the agent').meta({ positional: true }),
    ...agentOption,
    runtime: z.enum(RUNTIMES).default('generic').describe('the program that reads the instructions'),
    write: z.boolean().default(false).describe('apply the changes (default: show the diff)'),
    ...teamOption,
  }),
);
export const leaveInput = onDemand(() =>
  z.object({
    directory: z.string().default('.').describe('the working directory of the agent').meta({ positional: true }),
    write: z.boolean().default(false).describe('apply the changes (default: show the diff)'),
    ...teamOption,
  }),
);
export const heartbeatInput = onDemand(() => z.object({ ...agentOption, ...teamOption }));
export const reportInput = onDemand(() =>
  z.object({
    status: z.string().describe('the status; - reads standard input').meta({ positional: true }),
    ...agentOption,
    ...teamOption,
  }),
);
export const flagInput = onDemand(() =>
  z.object({
    project: projectArgument(),
    task: taskArgument(),
    why: z.string().describe('why the task does not suit the agent').meta({ positional: true }),
    ...agentOption,
    ...teamOption,
  }),
);
export const configInput = onDemand(() => z.object({ ...teamOption }));

/** `made`: files and folders, relative to the team directory. */
export const setupOutput = onDemand(() => z.object({ directory: z.string(), made: z.array(z.string()) }));
export const registerOutput = onDemand(() => z.object({ slug: z.string(), file: z.string(), made: z.array(z.string()) }));
/** `projects`: each agent's projects after the change. `made`: notes of new projects. `removed`: text that was removed from notes. */
export const projectsOutput = onDemand(() =>
  z.object({
    agents: z.array(z.object({ agent: z.string(), projects: z.array(z.string()) })),
    made: z.array(z.string()),
    removed: z.array(z.object({ file: z.string(), text: z.string() })),
  }),
);
/** `diff` is unified, without the file header. */
export const joinOutput = onDemand(() =>
  z.object({ written: z.boolean(), files: z.array(z.object({ path: z.string(), diff: z.string() })) }),
);
/** `time` as written in the note: local time in the team's zone. */
export const heartbeatOutput = onDemand(() => z.object({ agent: z.string(), time: z.string() }));
export const reportOutput = onDemand(() => z.object({ agent: z.string(), file: z.string() }));
export const configOutput = onDemand(() =>
  z.object({
    team_dir: z.string(),
    heartbeat_minutes: z.number(),
    stale_minutes: z.number(),
    daily_briefing: z.string(),
    daily_review: z.string(),
    timezone: z.string(),
    /** File that was read; null if there is none. */
    file: z.string().nullable(),
  }),
);

export type SetupInput = Checked<typeof setupInput>;
export type SetupOutput = Checked<typeof setupOutput>;
export type RegisterInput = Checked<typeof registerInput>;
export type RegisterOutput = Checked<typeof registerOutput>;
export type ProjectsInput = Checked<typeof projectsInput>;
export type ProjectsOutput = Checked<typeof projectsOutput>;
export type JoinInput = Checked<typeof joinInput>;
export type LeaveInput = Checked<typeof leaveInput>;
export type JoinOutput = Checked<typeof joinOutput>;
export type HeartbeatInput = Checked<typeof heartbeatInput>;
export type HeartbeatOutput = Checked<typeof heartbeatOutput>;
export type ReportInput = Checked<typeof reportInput>;
export type FlagInput = Checked<typeof flagInput>;
export type ReportOutput = Checked<typeof reportOutput>;
export type ConfigInput = Checked<typeof configInput>;
export type ConfigOutput = Checked<typeof configOutput>;
