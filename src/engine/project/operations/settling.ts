import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { settleOutput } from '../schemas/settling.ts';

/** The operation that settles merge conflicts, without its name and description. */
export const settling = {
  effect: 'write',
  input: onDemand(() => z.object({})),
  output: settleOutput,
  load: async () => (await import('../use-cases/settle.ts')).settleConflicts,
} as const;
