import { vaultSearchOperations } from '../../engine/vault/operations/search.ts';
import { cortexWith, WHERE_VAULTS_ARE } from '../cortex-frame.ts';
import { vaultSearchTexts } from '../text/vault/vault-search.ts';

/** Runs `cortex vault search` and `summary`. Agents use them so often that the code loaded at the start matters. */
export const runVaultSearch = cortexWith(vaultSearchOperations, vaultSearchTexts, WHERE_VAULTS_ARE);
