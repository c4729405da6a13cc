/** What of the memory vault waits for a person: loaded when there is one. */
import type { Need } from '../../engine/platform/need.ts';
import { type VaultStore, vaultNeeds } from '../../engine/vault/index.ts';

export function needsOfVault(store: VaultStore): Need[] {
  const { config, index, problems } = store;
  return vaultNeeds({ root: config.root, index, problems, mapConflicts: store.mapConflicts(), timeZone: config.timeZone });
}
