import * as z from 'zod';
import { type Checked, onDemand } from '../../kernel/on-demand.ts';
import { defineOperation, type Operation } from '../../kernel/operation.ts';
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
/** `conflicts`: how many were resolved; `diff` in the unified form, without the file's head. */
export const settleOutput = onDemand(() => z.object({ file: z.string(), conflicts: z.int(), diff: z.string() }));

export type DoctorInput = Checked<typeof doctorInput>;
export type DoctorOutput = Checked<typeof doctorOutput>;
export type SettleInput = Checked<typeof settleInput>;
export type SettleOutput = Checked<typeof settleOutput>;

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
    description: "Resolve git's merge conflicts in a file by keeping both sides",
    effect: 'write',
    input: settleInput,
    output: settleOutput,
    load: async () => (await import('../use-cases/settle.ts')).settle,
  }),
];
