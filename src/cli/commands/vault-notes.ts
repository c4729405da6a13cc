import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { cortexWith, WHERE_VAULTS_ARE } from '../cortex-frame.ts';
import { vaultNoteTexts } from '../text/vault/vault-notes.ts';

/** Runs `cortex vault add` and the decisions about notes. A file of its own, because agents write a note at the end of each task. */
export const runVaultNotes = cortexWith(vaultNoteOperations, vaultNoteTexts, WHERE_VAULTS_ARE);
