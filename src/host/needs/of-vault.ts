/** What of the memory vault waits for a person: loaded when there is one. */
import type { Need } from '../../engine/kernel/need.ts';
import { type VaultStore, vaultNeeds } from '../../engine/vault/index.ts';

export function needsOfVault({ config: { root, timeZone }, index, problems }: VaultStore): Need[] {
  return vaultNeeds({ root, index, problems, timeZone });
}
