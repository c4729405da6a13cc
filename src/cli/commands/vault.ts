import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { vaultPackOperations } from '../../engine/vault/operations/pack.ts';
import { vaultSearchOperations } from '../../engine/vault/operations/search.ts';
import { vaultUpkeepOperations } from '../../engine/vault/operations/upkeep.ts';
import { cortexWith, WHERE_VAULTS_ARE } from '../cortex-frame.ts';
import { vaultTexts } from '../text/vault/vault.ts';

const operations = [...vaultSearchOperations, ...vaultPackOperations, ...vaultNoteOperations, ...vaultUpkeepOperations];

/** Runs `cortex vault …`. */
export const runVault = cortexWith(operations, vaultTexts, WHERE_VAULTS_ARE);
