import { vaultMaintenanceOperations } from '../../engine/vault/operations/maintenance.ts';
import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { vaultPackOperations } from '../../engine/vault/operations/pack.ts';
import { vaultSearchOperations } from '../../engine/vault/operations/search.ts';
import { createCortex, VAULT_LOCATION_HELP } from '../cortex-frame.ts';
import { vaultTexts } from '../text/vault/vault.ts';

const operations = [...vaultSearchOperations, ...vaultPackOperations, ...vaultNoteOperations, ...vaultMaintenanceOperations];

/** Runs `cortex vault …`. */
export const runVault = createCortex(operations, vaultTexts, VAULT_LOCATION_HELP);
