import { defineOperation, type Operation } from '../../platform/operation.ts';
import { initInput, initOutput, verifyInput, verifyOutput } from '../schemas/project.ts';

/** Seed 1, "Directory Structure". */
export const projectOperations: readonly Operation[] = [
  defineOperation({
    name: 'init',
    description: 'Create the .cortex folder of a project',
    effect: 'write',
    input: initInput,
    output: initOutput,
    load: async () => (await import('../use-cases/project.ts')).initProject,
  }),
  defineOperation({
    name: 'verify',
    description: 'Check all files in .cortex, including the logs',
    effect: 'read',
    input: verifyInput,
    output: verifyOutput,
    load: async () => (await import('../use-cases/verify.ts')).verifyProject,
  }),
];
