import { defineOperation, type Operation } from '../../platform/operation.ts';
import { initInput, initOutput, verifyInput, verifyOutput } from '../schemas/project.ts';
import { settleDefinition } from './settle.ts';

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
  defineOperation({
    ...settleDefinition,
    name: 'settle',
    description: 'Resolve git merge conflicts in .cortex and keep both sides (other files: cstack settle, vault settle, team settle)',
  }),
];
