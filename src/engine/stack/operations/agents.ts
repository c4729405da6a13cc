import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import { messageText, sendOutput, writtenMessage } from './messages.ts';

const name = () => z.string().describe('its name, with or without "agent-"').meta({ positional: true });
const skills = () => z.string().optional().describe('its slash commands, divided by commas: /deploy, /test');
const hooks = () => z.string().optional().describe('its hooks, divided by commas');
const stackPath = 'its .cstack folder, relative to the folder of AGENTS.md: ./backend/.cstack/';

const nothing = onDemand(() => z.object({}));
const sendInput = onDemand(() =>
  z.object({
    name: z.string().describe('who gets it: an agent of AGENTS.md, with or without "agent-", or manager').meta({ positional: true }),
    type: z.string().describe('task, question, milestone, blocked, done, or a word of your own').meta({ positional: true }),
    text: messageText(),
    ...writtenMessage,
  }),
);
const addInput = onDemand(() =>
  z.object({
    name: z.string().describe('what it is called').meta({ positional: true }),
    role: z.string().describe('what it is responsible for'),
    stack: z.string().describe(stackPath),
    skills: skills(),
    hooks: hooks(),
  }),
);
const changeInput = onDemand(() =>
  z.object({
    name: name(),
    role: z.string().optional().describe('what it is responsible for'),
    stack: z.string().optional().describe(stackPath),
    skills: skills().describe('its slash commands, divided by commas; "" takes them away'),
    hooks: hooks().describe('its hooks, divided by commas; "" takes them away'),
  }),
);
const removeInput = onDemand(() => z.object({ name: name() }));

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
/** `file`: AGENTS.md, whether it is there or not. */
export const listAgentsOutput = onDemand(() => z.object({ file: z.string(), agents: z.array(agent()) }));
/** All stacks, also the manager's; `exists` false: its folder is not there. */
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
/** The agent as AGENTS.md has it now; `hasStack`: whether its stack is there. */
export const changedAgentOutput = onDemand(() =>
  z.object({ file: z.string(), agent: agent(), hasStack: z.boolean(), changed: z.boolean() }),
);
/** `stack`: what was said of it; its files are where they were. */
export const removedAgentOutput = onDemand(() => z.object({ file: z.string(), name: z.string(), stack: z.string().nullable() }));

export type AgentsListOutput = Checked<typeof listAgentsOutput>;
export type AgentsStatusOutput = Checked<typeof agentsStatusOutput>;
export type AgentsSendInput = Checked<typeof sendInput>;
export type AddAgentInput = Checked<typeof addInput>;
export type ChangeAgentInput = Checked<typeof changeInput>;
export type RemoveAgentInput = Checked<typeof removeInput>;
export type ChangedAgentOutput = Checked<typeof changedAgentOutput>;
export type RemovedAgentOutput = Checked<typeof removedAgentOutput>;

const useCases = () => import('../use-cases/agents.ts');

/** Seed 4, "AGENTS.md Support"; RULINGS, stack 6. */
export const agentOperations: readonly Operation[] = [
  defineOperation({
    name: 'agents list',
    description: 'Show the agents that AGENTS.md defines',
    effect: 'read',
    input: nothing,
    output: listAgentsOutput,
    load: async () => (await useCases()).listAgents,
  }),
  defineOperation({
    name: 'agents status',
    description: 'Show what each of them is at',
    effect: 'read',
    input: nothing,
    output: agentsStatusOutput,
    load: async () => (await useCases()).showAgents,
  }),
  defineOperation({
    name: 'agents send',
    description: 'Send one of them a message',
    effect: 'write',
    input: sendInput,
    output: sendOutput,
    load: async () => (await import('../use-cases/send.ts')).sendToAgent,
  }),
  defineOperation({
    name: 'agents add',
    description: 'Add one to AGENTS.md, behind the others',
    effect: 'write',
    input: addInput,
    output: changedAgentOutput,
    load: async () => (await useCases()).addOne,
  }),
  defineOperation({
    name: 'agents change',
    description: 'Change what AGENTS.md says of one; the rest stays to the byte',
    effect: 'write',
    input: changeInput,
    output: changedAgentOutput,
    load: async () => (await useCases()).changeOne,
  }),
  defineOperation({
    name: 'agents remove',
    description: 'Take one out of AGENTS.md; its stack stays where it is',
    effect: 'write',
    input: removeInput,
    output: removedAgentOutput,
    load: async () => (await useCases()).removeOne,
  }),
];
