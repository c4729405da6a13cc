import { vaultSearchOperations } from '../../engine/vault/operations/search.ts';
import { createCortex, VAULT_LOCATION_HELP } from '../cortex-frame.ts';
import { vaultSearchTexts } from '../text/vault/vault-search.ts';

/** Runs `cortex vault search` and `summary`. Agents use them so often that the code loaded at the start matters. */
export const runVaultSearch = createCortex(vaultSearchOperations, vaultSearchTexts, VAULT_LOCATION_HELP);
