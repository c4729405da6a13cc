import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { teamOption } from './common.ts';

export const doctorInput = onDemand(() => z.object({ ...teamOption }));
export const settleInput = onDemand(() =>
  z.object({
    file: z.string().describe('a file of the team, or ~/.cortex/config.yaml').meta({ positional: true }),
    ...teamOption,
  }),
);

const finding = onDemand(() =>
  z.object({
    severity: z.enum(['error', 'warning']),
    /** `merge-conflict`, or null. */
    code: z.string().nullable(),
    /** Relative to the team directory. */
    file: z.string(),
    line: z.int(),
    message: z.string(),
  }),
);
export const doctorOutput = onDemand(() =>
  z.object({ directory: z.string(), findings: z.array(finding()), errors: z.int(), warnings: z.int() }),
);
export type DoctorInput = Checked<typeof doctorInput>;
export type DoctorOutput = Checked<typeof doctorOutput>;
export type SettleInput = Checked<typeof settleInput>;
