import { defineOperation, type Operation } from '../../platform/operation.ts';
import { foundOutput, searchInput, summaryInput, summaryOutput } from '../schemas/search.ts';

const useCases = () => import('../use-cases/search.ts');

/** Search operations: seed 2, "Smart Loader"; RULINGS, vault 1. */
export const vaultSearchOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault search',
    description: 'Search notes by name, tags, project, description and path (not by their text)',
    effect: 'read',
    input: searchInput,
    output: foundOutput,
    load: async () => (await useCases()).searchNotes,
  }),
  defineOperation({
    name: 'vault summary',
    description: 'Show a summary of the vault',
    effect: 'read',
    input: summaryInput,
    output: summaryOutput,
    load: async () => (await useCases()).showSummary,
  }),
];
