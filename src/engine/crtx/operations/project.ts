import * as z from 'zod';
import { defineOperation, type Operation } from '../../kernel/operation.ts';

const initInput = z.object({});
export const initOutput = z.object({ root: z.string(), created: z.boolean() });
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
];
