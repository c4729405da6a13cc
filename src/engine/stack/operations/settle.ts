import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation } from '../../platform/operation.ts';
import { settledOutput } from '../../text/settling-conflicts.ts';
import { STACK_COMMANDS } from './common.ts';

const settleInput = onDemand(() =>
  z.object({ file: z.string().min(1).describe('AGENTS.md, or a file of a stack').meta({ positional: true }) }),
);
export type SettleInput = Checked<typeof settleInput>;

/** Rulings, all protocols 10. */
export const settleOperation = defineOperation({
  name: 'settle',
  description: STACK_COMMANDS.settle,
  effect: 'write',
  input: settleInput,
  output: settledOutput,
  load: async () => (await import('../use-cases/settle.ts')).settleFile,
});
