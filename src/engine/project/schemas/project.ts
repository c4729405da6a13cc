import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

export const initInput = onDemand(() => z.object({}));
export const initOutput = onDemand(() => z.object({ root: z.string(), created: z.boolean() }));
export const verifyInput = onDemand(() => z.object({}));
/** A finding of `verify`; `line` and `column` are 1-based. */
const finding = onDemand(() =>
  z.object({
    severity: z.enum(['error', 'warning']),
    message: z.string(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    next: z.string().nullable(),
  }),
);
/** `file`: relative to the project. `type`: the expected type; `null` for a log, and for files that the protocol does not define. */
const verifiedFile = onDemand(() => z.object({ file: z.string(), type: z.string().nullable(), findings: z.array(finding()) }));
export const verifyOutput = onDemand(() => z.object({ files: z.array(verifiedFile()), errors: z.int(), warnings: z.int() }));

export type Finding = Checked<typeof finding>;
export type VerifiedFile = Checked<typeof verifiedFile>;
export type VerifyOutput = Checked<typeof verifyOutput>;
export type InitOutput = Checked<typeof initOutput>;
