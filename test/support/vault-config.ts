import type { VaultConfig } from '../../src/engine/vault/config/config.ts';

/** The configuration of a vault that has no `cortex.toml`, but for what is given. */
export function vaultConfig(given: Partial<VaultConfig> = {}): VaultConfig {
  return {
    ...{
      root: '/vault',
      projects: [],
      tags: new Map(),
      hot: 2,
      warm: 7,
      isReviewRequired: false,
      isOutside: false,
      timeZone: 'UTC',
      problems: [],
      broken: [],
      reading: 'd',
    },
    ...{ directories: new Map([['feedback', 'meta']]), ...given },
  };
}
