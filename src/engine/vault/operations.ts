import type { Operation } from '../platform/operation.ts';
import { vaultMaintenanceOperations } from './operations/maintenance.ts';
import { vaultNoteOperations } from './operations/notes.ts';
import { vaultPackOperations } from './operations/pack.ts';
import { vaultSearchOperations } from './operations/search.ts';

/** All operations of the memory vault (seed 2). */
export const vaultOperations: readonly Operation[] = [
  ...vaultSearchOperations,
  ...vaultPackOperations,
  ...vaultNoteOperations,
  ...vaultMaintenanceOperations,
];
