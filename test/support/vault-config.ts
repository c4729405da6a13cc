import type { VaultConfig } from '../../src/engine/vault/config/config.ts';

/** Returns the configuration of a vault without `cortex.toml`, with changes. */
export function vaultConfig(given: Partial<VaultConfig> = {}): VaultConfig {
  return {
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
    directories: new Map([['feedback', 'meta']]),
    ...given,
  };
}
