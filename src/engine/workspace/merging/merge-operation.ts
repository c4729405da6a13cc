import { defineOperation } from '../../platform/operation.ts';
import { MERGE_COMMAND } from './merge-command.ts';
import { mergeInput, mergeOutput } from './merge-schemas.ts';

/** Run by git, not by people (docs/decisions/0051-merge-driver.md). */
export const mergeDriverOperation = defineOperation({
  name: 'merge-driver',
  description: MERGE_COMMAND['merge-driver'],
  effect: 'write',
  input: mergeInput,
  output: mergeOutput,
  load: async () => (await import('./merge-driver.ts')).runMergeDriver,
});
