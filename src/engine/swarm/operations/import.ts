import { defineOperation, type Operation } from '../../platform/operation.ts';
import { importInput, importOutput } from '../schemas/import.ts';

/** Makes a plan of the tasks of another program (docs/decisions/0060-importing-tasks.md). */
export const importOperation: Operation = defineOperation({
  name: 'import',
  description: 'Make a plan of the open tasks of another program, which is not changed',
  effect: 'write',
  input: importInput,
  output: importOutput,
  load: async () => (await import('../use-cases/import-plan.ts')).importPlan,
});
