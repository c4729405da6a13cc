import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { settleOutput } from '../schemas/settling.ts';

/** What settles merge conflicts, under whatever name. */
export const settling = {
  effect: 'write',
  input: onDemand(() => z.object({})),
  output: settleOutput,
  load: async () => (await import('../use-cases/settle.ts')).settleConflicts,
} as const;
