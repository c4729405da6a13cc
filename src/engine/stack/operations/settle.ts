import { defineOperation } from '../../platform/operation.ts';
import { resolvedConflictsOutput } from '../../text/conflicts/resolved-conflicts.ts';
import { STACK_COMMANDS } from '../schemas/common.ts';
import { settleInput } from '../schemas/settle.ts';

/** Rulings, all protocols 10. */
export const settleOperation = defineOperation({
  name: 'settle',
  description: STACK_COMMANDS.settle,
  effect: 'write',
  input: settleInput,
  output: resolvedConflictsOutput,
  load: async () => (await import('../use-cases/resolve-conflicts.ts')).resolveConflicts,
});
