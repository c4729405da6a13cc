import { vaultSearchOperations } from '../../engine/vault/operations/search.ts';
import { cortexWith, WHERE_VAULTS_ARE } from '../cortex-frame.ts';
import { vaultSearchTexts } from '../text/vault/vault-search.ts';

/** `cortex vault search` and `summary`: agents ask so often that what such a process reads at its start counts. */
export const runVaultSearch = cortexWith(vaultSearchOperations, vaultSearchTexts, WHERE_VAULTS_ARE);
