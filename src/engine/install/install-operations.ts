import { defineOperation, type Operation } from '../platform/operation.ts';
import { agentsInput, agentsOutput, installInput, installOutput } from './install-schemas.ts';

/** Commands that connect coding agents to a project (docs/decisions/0050-agent-integration.md). */
export const installOperations: readonly Operation[] = [
  defineOperation({
    name: 'install',
    description: 'Connect a coding agent to Cortex: its MCP server entry, hooks and instructions',
    effect: 'write',
    input: installInput,
    output: installOutput,
    load: async () => (await import('./install-use-cases.ts')).install,
  }),
  defineOperation({
    name: 'doctor agents',
    description: 'Check which coding agents are connected, and whether their hooks fire',
    effect: 'read',
    input: agentsInput,
    output: agentsOutput,
    load: async () => (await import('./agents-doctor.ts')).checkAgents,
  }),
];
