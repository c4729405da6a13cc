import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { createCortex, VAULT_LOCATION_HELP } from '../cortex-frame.ts';
import { vaultNoteTexts } from '../text/vault/vault-notes.ts';

/** Runs `cortex vault add` and the decisions about notes. A file of its own, because agents write a note at the end of each task. */
export const runVaultNotes = createCortex(vaultNoteOperations, vaultNoteTexts, VAULT_LOCATION_HELP);
