import * as z from 'zod';
import { type Checked, onDemand } from '../../kernel/on-demand.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { STACK_COMMANDS } from './common.ts';

const settleInput = onDemand(() =>
  z.object({ file: z.string().min(1).describe('AGENTS.md, or a file of a stack').meta({ positional: true }) }),
);
/** `file`: absolute. `kept`: both sides of each conflict, which are both in the file now; `line` and `lastLine` are those of the marks before. */
export const stackSettleOutput = onDemand(() =>
  z.object({
    file: z.string(),
    kept: z.array(z.object({ line: z.int(), lastLine: z.int(), ours: z.string(), theirs: z.string() })),
  }),
);

export type SettleInput = Checked<typeof settleInput>;
export type SettleOutput = Checked<typeof stackSettleOutput>;

/** Rulings, all protocols 10. */
export const settleOperation = defineOperation({
  name: 'settle',
  description: STACK_COMMANDS.settle,
  effect: 'write',
  input: settleInput,
  output: stackSettleOutput,
  load: async () => (await import('../use-cases/settle.ts')).settleFile,
});
