import { defineOperation, type Operation } from '../../platform/operation.ts';
import { KEEP_BOTH } from '../../text/conflicts/conflict-words.ts';
import { resolvedConflictsOutput } from '../../text/conflicts/resolved-conflicts.ts';
import { doctorInput, doctorOutput, settleInput } from '../schemas/maintenance.ts';

/** Maintenance operations: rulings, all protocols 4, 9 and 10. */
export const teamMaintenanceOperations: readonly Operation[] = [
  defineOperation({
    name: 'team doctor',
    description: 'List problems in the files of the team',
    effect: 'read',
    input: doctorInput,
    output: doctorOutput,
    load: async () => (await import('../use-cases/reports.ts')).doctor,
  }),
  defineOperation({
    name: 'team settle',
    description: KEEP_BOTH,
    effect: 'write',
    input: settleInput,
    output: resolvedConflictsOutput,
    load: async () => (await import('../use-cases/resolve-conflicts.ts')).resolveConflicts,
  }),
];
