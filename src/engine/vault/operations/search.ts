import { defineOperation, type Operation } from '../../platform/operation.ts';
import { foundOutput, searchInput, summaryInput, summaryOutput } from '../schemas/search.ts';

const useCases = () => import('../use-cases/search.ts');

/** Seed 2, "Smart Loader"; RULINGS, vault 1. */
export const vaultSearchOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault search',
    description: 'Find notes by words in name, tags, project, description and path; note texts are not searched',
    effect: 'read',
    input: searchInput,
    output: foundOutput,
    load: async () => (await useCases()).searchNotes,
  }),
  defineOperation({
    name: 'vault summary',
    description: 'Show what the vault holds, and what is new in it',
    effect: 'read',
    input: summaryInput,
    output: summaryOutput,
    load: async () => (await useCases()).showSummary,
  }),
];
