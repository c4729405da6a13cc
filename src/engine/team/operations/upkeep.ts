import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import { KEEP_BOTH } from '../../text/conflict-words.ts';
import { settledOutput } from '../../text/settling-conflicts.ts';
import { teamOption } from './common.ts';

const doctorInput = onDemand(() => z.object({ ...teamOption }));
const settleInput = onDemand(() =>
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
    /** Below the team directory. */
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

/** Rulings, all protocols 4, 9 and 10. */
export const teamUpkeepOperations: readonly Operation[] = [
  defineOperation({
    name: 'team doctor',
    description: 'List problems in the files of the team',
    effect: 'read',
    input: doctorInput,
    output: doctorOutput,
    load: async () => (await import('../use-cases/daily.ts')).doctor,
  }),
  defineOperation({
    name: 'team settle',
    description: KEEP_BOTH,
    effect: 'write',
    input: settleInput,
    output: settledOutput,
    load: async () => (await import('../use-cases/settle.ts')).settle,
  }),
];
