import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { settleOutput } from '../schemas/settle.ts';

/** The operation that resolves merge conflicts in `.cortex`, without its name and description. */
export const settleDefinition = {
  effect: 'write',
  input: onDemand(() => z.object({})),
  output: settleOutput,
  load: async () => (await import('../use-cases/resolve-conflicts.ts')).resolveConflicts,
} as const;
