import * as z from 'zod';
import { defineOperation, type Operation } from '../../kernel/operation.ts';

const initInput = z.object({});
export const initOutput = z.object({ root: z.string(), created: z.boolean() });
const verifyInput = z.object({});
/** Something that `verify` found; `line` and `column` are 1-based. */
const finding = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  next: z.string().nullable(),
});
/** `file`: relative to the project. `type`: what belongs there; `null` for a log, and for what the protocol does not know. */
const verifiedFile = z.object({ file: z.string(), type: z.string().nullable(), findings: z.array(finding) });
export const verifyOutput = z.object({ files: z.array(verifiedFile), errors: z.int(), warnings: z.int() });

export type Finding = z.infer<typeof finding>;
export type VerifiedFile = z.infer<typeof verifiedFile>;
export type VerifyOutput = z.infer<typeof verifyOutput>;
export type InitOutput = z.infer<typeof initOutput>;

/** Seed 1, "Directory Structure". */
export const projectOperations: readonly Operation[] = [
  defineOperation({
    name: 'init',
    description: 'Make the .cortex folder of a project',
    effect: 'write',
    input: initInput,
    output: initOutput,
    load: async () => (await import('../use-cases/project.ts')).initProject,
  }),
  defineOperation({
    name: 'verify',
    description: 'Check every file in .cortex, and all that is kept of the logs',
    effect: 'read',
    input: verifyInput,
    output: verifyOutput,
    load: async () => (await import('../use-cases/verify.ts')).verifyProject,
  }),
];
