import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { messageText, writtenMessage } from './messages.ts';

export const name = () => z.string().describe('name of the agent, with or without "agent-"').meta({ positional: true });
const skills = () => z.string().optional().describe('comma-separated slash commands: /deploy, /test');
const hooks = () => z.string().optional().describe('comma-separated hooks');
const stackPath = 'its .cstack folder, relative to AGENTS.md: ./backend/.cstack/';

export const nothing = onDemand(() => z.object({}));
export const sendInput = onDemand(() =>
  z.object({
    name: z.string().describe('recipient: an agent of AGENTS.md, with or without "agent-", or manager').meta({ positional: true }),
    type: z
      .string()
      .describe('type of the message: task, question, milestone, blocked, done, or a custom value')
      .meta({ positional: true }),
    text: messageText(),
    ...writtenMessage,
  }),
);
export const addInput = onDemand(() =>
  z.object({
    name: z.string().describe('name of the agent').meta({ positional: true }),
    role: z.string().describe('role of the agent'),
    stack: z.string().describe(stackPath),
    skills: skills(),
    hooks: hooks(),
  }),
);
export const changeInput = onDemand(() =>
  z.object({
    name: name(),
    role: z.string().optional().describe('role of the agent'),
    stack: z.string().optional().describe(stackPath),
    skills: skills().describe('comma-separated slash commands; "" removes them'),
    hooks: hooks().describe('comma-separated hooks; "" removes them'),
  }),
);
export const removeInput = onDemand(() => z.object({ name: name() }));

const agent = onDemand(() =>
  z.object({
    name: z.string(),
    role: z.string().nullable(),
    stack: z.string().nullable(),
    skills: z.array(z.string()),
    hooks: z.array(z.string()),
    line: z.int(),
  }),
);
/** `file`: path of AGENTS.md, which may not exist. */
export const listAgentsOutput = onDemand(() => z.object({ file: z.string(), agents: z.array(agent()) }));
/** All stacks, the manager's included; `exists` is false when the folder is missing. */
export const agentsStatusOutput = onDemand(() =>
  z.object({
    file: z.string(),
    agents: z.array(
      z.object({
        name: z.string(),
        directory: z.string(),
        exists: z.boolean(),
        task: z.string(),
        inProgress: z.int(),
        blocked: z.int(),
        pending: z.int(),
        completed: z.int(),
        unread: z.int(),
        outbox: z.int(),
        overdue: z.int(),
      }),
    ),
  }),
);
/** The agent as AGENTS.md now defines it; `hasStack`: whether its stack exists. */
export const changedAgentOutput = onDemand(() =>
  z.object({ file: z.string(), agent: agent(), hasStack: z.boolean(), changed: z.boolean() }),
);
/** `stack`: the removed Stack path; its files stay. */
export const removedAgentOutput = onDemand(() => z.object({ file: z.string(), name: z.string(), stack: z.string().nullable() }));

export type AgentsListOutput = Checked<typeof listAgentsOutput>;
export type AgentsStatusOutput = Checked<typeof agentsStatusOutput>;
export type AgentsSendInput = Checked<typeof sendInput>;
export type AddAgentInput = Checked<typeof addInput>;
export type ChangeAgentInput = Checked<typeof changeInput>;
export type RemoveAgentInput = Checked<typeof removeInput>;
export type ChangedAgentOutput = Checked<typeof changedAgentOutput>;
export type RemovedAgentOutput = Checked<typeof removedAgentOutput>;
