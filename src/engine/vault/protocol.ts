import type { Protocol } from '../platform/protocol.ts';
import type { OpenedVault } from './live/opened-vault.ts';

/** Registry entry of the memory vault. */
export const vaultProtocol: Protocol<OpenedVault> = {
  name: 'vault',
  title: 'the vault',
  markers: {
    below: 'folder',
    names: ['cortex.toml', 'vault', 'vault/cortex.toml', 'atoms', '_moc', 'index/manifest.json'],
    variable: 'CORTEX_VAULT',
  },
  places: 'shown folder',
  setting: 'vault.path',
  load: async () => (await import('./live/live-vault.ts')).liveVault,
};
