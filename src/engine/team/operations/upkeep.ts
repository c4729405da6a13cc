import { defineOperation, type Operation } from '../../platform/operation.ts';
import { KEEP_BOTH } from '../../text/conflicts/conflict-words.ts';
import { settledOutput } from '../../text/conflicts/settling-conflicts.ts';
import { doctorInput, doctorOutput, settleInput } from '../schemas/upkeep.ts';

/** Maintenance operations: rulings, all protocols 4, 9 and 10. */
export const teamUpkeepOperations: readonly Operation[] = [
  defineOperation({
    name: 'team doctor',
    description: 'List problems in the files of the team',
    effect: 'read',
    input: doctorInput,
    output: doctorOutput,
    load: async () => (await import('../use-cases/daily.ts')).doctor,
  }),
  defineOperation({
    name: 'team settle',
    description: KEEP_BOTH,
    effect: 'write',
    input: settleInput,
    output: settledOutput,
    load: async () => (await import('../use-cases/settle.ts')).settle,
  }),
];
