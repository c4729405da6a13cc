import { defineOperation, type Operation } from '../../platform/operation.ts';
import {
  addInput,
  agentsStatusOutput,
  changedAgentOutput,
  changeInput,
  listAgentsOutput,
  nothing,
  removedAgentOutput,
  removeInput,
  sendInput,
} from '../schemas/agents.ts';
import { sendOutput } from '../schemas/messages.ts';

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
    description: 'Show the status of each agent',
    effect: 'read',
    input: nothing,
    output: agentsStatusOutput,
    load: async () => (await useCases()).showAgents,
  }),
  defineOperation({
    name: 'agents send',
    description: 'Send a message to an agent',
    effect: 'write',
    input: sendInput,
    output: sendOutput,
    load: async () => (await import('../use-cases/send.ts')).sendToAgent,
  }),
  defineOperation({
    name: 'agents add',
    description: 'Add an agent to AGENTS.md',
    effect: 'write',
    input: addInput,
    output: changedAgentOutput,
    load: async () => (await useCases()).addOne,
  }),
  defineOperation({
    name: 'agents change',
    description: 'Change an agent in AGENTS.md; the rest of the file is unchanged',
    effect: 'write',
    input: changeInput,
    output: changedAgentOutput,
    load: async () => (await useCases()).changeOne,
  }),
  defineOperation({
    name: 'agents remove',
    description: 'Remove an agent from AGENTS.md; its stack is kept',
    effect: 'write',
    input: removeInput,
    output: removedAgentOutput,
    load: async () => (await useCases()).removeOne,
  }),
];
