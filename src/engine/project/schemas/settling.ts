import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** `entries`: how many the file has; `null` for one that is no list of entries. `left`: what could not be settled, and why. */
export const settleOutput = onDemand(() =>
  z.object({
    files: z.array(z.object({ file: z.string(), entries: z.int().nullable() })),
    left: z.array(z.object({ file: z.string(), problem: z.string() })),
  }),
);

export type SettleOutput = Checked<typeof settleOutput>;
