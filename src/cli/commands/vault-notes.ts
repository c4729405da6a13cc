import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { cortexWith, WHERE_VAULTS_ARE } from '../cortex-frame.ts';
import { vaultNoteTexts } from '../text/vault/vault-notes.ts';

/** `cortex vault add` and what is decided of notes: an agent writes one at the end of each task. */
export const runVaultNotes = cortexWith(vaultNoteOperations, vaultNoteTexts, WHERE_VAULTS_ARE);
