/** What of the memory vault waits for a person: loaded when there is one. */
import { keptBesideNeeds } from '../../engine/files/second-look/kept-beside.ts';
import type { Need } from '../../engine/platform/need.ts';
import { noteFolders, type VaultStore, vaultNeeds } from '../../engine/vault/index.ts';

export function needsOfVault(store: VaultStore): Need[] {
  const { config, index, problems } = store;
  const kept = keptBesideNeeds(store.runtime.fs, noteFolders(config.root, index));
  return [...kept, ...vaultNeeds({ root: config.root, index, problems, mapConflicts: store.mapConflicts(), timeZone: config.timeZone })];
}
