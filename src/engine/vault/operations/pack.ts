import { defineOperation, type Operation } from '../../platform/operation.ts';
import { packInput, packOutput } from '../schemas/pack.ts';

/** Apart from searches: of code that notes cite git is asked, and what starts it takes a program long to load. */
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
