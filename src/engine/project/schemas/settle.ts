import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/**
 * `entries`: number of entries in the file; `null` when it is not a list of entries. `repository`: the working tree that contains the file,
 * `null` for none; missing for that of the current folder. `left`: files that could not be settled, and why.
 */
export const settleOutput = onDemand(() =>
  z.object({
    files: z.array(z.object({ file: z.string(), entries: z.int().nullable(), repository: z.string().nullable().optional() })),
    left: z.array(z.object({ file: z.string(), problem: z.string() })),
  }),
);

export type SettleOutput = Checked<typeof settleOutput>;
