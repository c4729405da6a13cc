import type { Operation } from '../platform/operation.ts';
import { vaultNoteOperations } from './operations/notes.ts';
import { vaultPackOperations } from './operations/pack.ts';
import { vaultSearchOperations } from './operations/search.ts';
import { vaultUpkeepOperations } from './operations/upkeep.ts';

/** All operations of the memory vault (seed 2). */
export const vaultOperations: readonly Operation[] = [
  ...vaultSearchOperations,
  ...vaultPackOperations,
  ...vaultNoteOperations,
  ...vaultUpkeepOperations,
];
