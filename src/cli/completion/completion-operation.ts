import * as z from 'zod';
import { onDemand } from '../../engine/platform/on-demand.ts';
import { defineOperation, type Operation } from '../../engine/platform/operation.ts';
import { COMPLETION } from './completion-help.ts';
import { completionScript, SHELLS } from './shell-scripts.ts';

const input = onDemand(() =>
  z.object({
    shell: z
      .enum(SHELLS)
      .describe(`the shell: ${SHELLS.join(', ')}`)
      .meta({ positional: true }),
  }),
);
export const completionOutput = onDemand(() => z.object({ shell: z.enum(SHELLS), script: z.string() }));

/** Prints the script that a shell loads to complete the commands of a program. */
export const completionOperation = (program: 'cortex' | 'cstack'): Operation =>
  defineOperation({
    name: 'completion',
    description: COMPLETION,
    effect: 'read',
    input,
    output: completionOutput,
    load:
      async () =>
      async (_context, { shell }) => ({ ok: true, output: { shell, script: completionScript(shell, program) } }),
  });
