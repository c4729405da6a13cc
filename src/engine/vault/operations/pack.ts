import { defineOperation, type Operation } from '../../platform/operation.ts';
import { packInput, packOutput } from '../schemas/pack.ts';

/** Separate from searches, because packs ask git about cited code, and loading that code takes long. */
export const vaultPackOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault pack',
    description: 'Print the most relevant current notes for a task, up to --tokens',
    effect: 'read',
    input: packInput,
    output: packOutput,
    load: async () => (await import('../use-cases/pack.ts')).packNotes,
  }),
];
