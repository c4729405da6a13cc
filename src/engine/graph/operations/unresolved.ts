import { defineOperation, type Operation } from '../../platform/operation.ts';
import { unresolvedInput, unresolvedOutput } from '../schemas/unresolved.ts';

/** Decision 0035, "What the graph cannot tell". */
export const unresolvedOperation: Operation = defineOperation({
  name: 'graph unresolved',
  description: 'List imports that could not be resolved, and files that were not fully read',
  effect: 'read',
  input: unresolvedInput,
  output: unresolvedOutput,
  load: async () => (await import('../use-cases/unresolved.ts')).listUnresolved,
});
