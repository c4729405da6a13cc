import { defineOperation, type Operation } from '../platform/operation.ts';
import { installInput, installOutput } from './install-schemas.ts';

/** What brings coding agents into a project (docs/decisions/0050-agents-take-part.md). */
export const installOperations: readonly Operation[] = [
  defineOperation({
    name: 'install',
    description: 'Connect a coding agent to Cortex: its MCP server entry, hooks and instructions',
    effect: 'write',
    input: installInput,
    output: installOutput,
    load: async () => (await import('./install-use-cases.ts')).install,
  }),
];
